import { writeFileSync } from 'node:fs'
import { openApi } from '../contract/openapi'
import { onlyAdvice, printProblems } from '../schema/checks/problem'
import { loadSchemas } from '../schema/load/load'
import { isServed } from '../server/http/handlers'
import { readSchemaFiles } from '../server/node/schema-files'
import { knownNames } from './portal-schemas'

// npm run openapi [FILE]: writes the API's description to a file, or prints it.
const files = readSchemaFiles(process.env.SCHEMAS_DIR ?? 'schemas')
const { schemas, problems } = loadSchemas(files, knownNames())
const [target] = process.argv.slice(2)

if (onlyAdvice(problems)) write(`${JSON.stringify(openApi(schemas, isServed(schemas)), null, 2)}\n`)
else refuse(printProblems(problems, files.length))

function write(text: string): void {
  if (target === undefined) process.stdout.write(text)
  else writeFileSync(target, text)
  if (target !== undefined) console.log(`Wrote ${target}.`)
}

function refuse(report: string): void {
  console.error(report)
  process.exitCode = 1
}
