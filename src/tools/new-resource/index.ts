import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../../server/node/operator-error'
import { createResource } from './create-resource'
import { readNewResource, usage } from './options'

// npm run new-resource -- NAME [flags]: writes a schema file that passes the checks.
// In a terminal, it asks for missing flags.
const folder = process.env.SCHEMAS_DIR ?? 'schemas'
const prompt = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : undefined

const args = process.argv.slice(2)

try {
  if (args.includes('--help')) console.log(usage)
  else {
    const options = await readNewResource(args, prompt && ((question) => prompt.question(question)))
    console.log(`Wrote ${(await createResource(options, folder)).join(' and ')}. What to do next:
  npm run dev      shows the page, with its table, menu entry and API
  npm run types    writes the types of its table and, with --server, of its records
  npm run format   formats the file after each edit, as the check requires
  npm run check    reports every mistake
schemas/README.md describes all keys of a schema; editors with JSON Schema support complete them.`)
  }
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  prompt?.close()
}
