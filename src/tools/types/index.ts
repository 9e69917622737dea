import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { loadSchemas } from '../../schema/load'
import { onlyAdvice } from '../../schema/print-problems'
import { readSchemaFiles } from '../../server/node/schema-files'
import { knownNames } from '../known'
import { printTypes, typesFolder } from './print-types'
import { staleTypes } from './stale'

// npm run types [-- --check]: writes the TypeScript types of every resource, or only says which differ from the schemas.
const { schemas, problems } = loadSchemas(readSchemaFiles('schemas'), knownNames())
const files = printTypes(schemas)
const { wrong, missing } = staleTypes(files)

// Types follow from sound schemas alone; what is wrong with the others is told by src/tools/check.ts.
if (!process.argv.includes('--check')) write()
else if (onlyAdvice(problems)) check()

function check(): void {
  for (const file of wrong) console.error(`${file} is not what its schema says. Run: npm run types`)
  if (missing.length > 0) console.log(`Without types yet: ${missing.join(', ')}. Run: npm run types`)
  process.exitCode = wrong.length > 0 ? 1 : 0
}

function write(): void {
  mkdirSync(typesFolder, { recursive: true })
  // What is wrong and wanted is written again; what is wrong and no longer wanted stays away.
  for (const file of wrong) rmSync(file)
  for (const { file, text } of files.filter((one) => wrong.includes(one.file) || missing.includes(one.file))) writeFileSync(file, text)
  console.log(`${typesFolder}: ${files.length} files, ${wrong.length + missing.length} changed.`)
}
