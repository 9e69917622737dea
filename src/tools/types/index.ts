import { readFileSync, writeFileSync } from 'node:fs'
import { openDatabase } from '../../server/node/database'
import { sourceFiles } from '../metrics/imports'
import { readPortalSchemas } from '../portal-schemas'
import { namedTables, printTables, tablesFile, tableTypes } from './table-types'

// npm run types [-- --check]: writes the TypeScript types of the tables that statements name, or only checks that the file is up to date.
const { schemas, report } = readPortalSchemas('schemas')
const isCheck = process.argv.includes('--check')

// Types can only be derived from valid schemas; mistakes are reported by src/tools/check/index.ts.
if (!isCheck || report === '') {
  const database = await openDatabase()
  const types = await tableTypes(database.db, schemas)
  await database.close()
  const named = namedTables(sourceFiles().map((file) => readFileSync(file, 'utf8')))
  const text = printTables([...types].flatMap(([table, type]) => (named.has(table) ? [type] : [])))
  if (!isCheck) writeFileSync(tablesFile, text)
  else if (text !== readFileSync(tablesFile, 'utf8')) {
    console.error(`${tablesFile} does not match the migrations, the schemas and the statements. Run: npm run types`)
    process.exitCode = 1
  }
}
