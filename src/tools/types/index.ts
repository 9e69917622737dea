import { readFileSync, writeFileSync } from 'node:fs'
import { openDatabase } from '../../server/node/database'
import { readPortalSchemas } from '../portal-schemas'
import { isUpToDate, tablesFile, tablesFileText, tableTypes } from './table-types'

// npm run types [-- --check]: writes the TypeScript types of the tables, or only checks that the file is up to date.
const { schemas, mistakesText } = readPortalSchemas('schemas')
const isCheck = process.argv.includes('--check')

// If the schemas have mistakes, the check of the types is skipped: src/tools/check/index.ts reports the mistakes.
if (!isCheck || mistakesText === '') {
  const database = await openDatabase()
  const types = await tableTypes(database.db, schemas)
  await database.close()
  if (!isCheck) writeFileSync(tablesFile, tablesFileText(types))
  else if (!isUpToDate(readFileSync(tablesFile, 'utf8'), types)) {
    console.error(`${tablesFile} does not match the migrations and the schemas. Run: npm run types`)
    process.exitCode = 1
  }
}
