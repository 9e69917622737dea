import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../../server/node/operator-error'
import { makeResource } from './make'
import { readOptions, usage } from './options'

// npm run new-resource -- NAME [flags]: writes a schema file that passes the checks; asks for what the flags leave out.
const folder = process.env.SCHEMAS_DIR ?? 'schemas'
const keyboard = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined

const args = process.argv.slice(2)

try {
  if (args.includes('--help')) console.log(usage)
  else {
    const options = await readOptions(args, keyboard && ((question) => keyboard.question(question)))
    console.log(`Wrote ${makeResource(options, folder).join(' and ')}. What to do next:
  npm run dev      shows the page; table, menu entry and API are there
  npm run format   lays the file out, whenever you have edited it; the check insists on it
  npm run check    reports every mistake
schemas/README.md describes what else a schema can say; an editor completes it.`)
  }
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  keyboard?.close()
}
