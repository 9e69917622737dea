import { createInterface } from 'node:readline/promises'
import { makeResource } from './make'
import { NewResourceRefusal } from './refusal'
import { readWish } from './wish'

// npm run new-resource -- NAME [flags]: writes a schema file that passes the checks; asks for what the flags do not say.
const folder = process.env.SCHEMAS_DIR ?? 'schemas'
const keyboard = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined

try {
  const wish = await readWish(process.argv.slice(2), keyboard && ((question) => keyboard.question(question)))
  console.log(`Wrote ${makeResource(wish, folder)}. What to do next:
  npm run dev     shows the page; table, menu entry and API are there
  npm run check   reports every mistake, whenever you edit the file
  npm run types   writes its TypeScript types
What else a schema can say stands in README under "Add a resource"; an editor completes it.`)
} catch (error) {
  if (!(error instanceof NewResourceRefusal)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  keyboard?.close()
}
