import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { openDatabase } from '../../server/node/database'
import { loadModules, moduleNames } from '../module-files'
import { readPortalSchemas } from '../portal-schemas'
import { recordsFile, recordsFileText } from './record-types'
import { isUpToDate, tablesFile, tablesFileText, tableTypes } from './table-types'

// npm run types [-- --check]: writes the TypeScript types of tables and records, or only checks that they are up to date.
const { schemas, mistakesText } = readPortalSchemas('schemas', await loadModules())
const isCheck = process.argv.includes('--check')

// If the schemas have mistakes, the check of the types is skipped: src/tools/check/index.ts reports the mistakes.
if (!isCheck || mistakesText === '') {
  const database = await openDatabase()
  const types = await tableTypes(database.db, schemas)
  await database.close()
  const records = recordsFileText(schemas, moduleNames())
  if (!isCheck) {
    writeFileSync(tablesFile, tablesFileText(types))
    writeFileSync(recordsFile, records)
  } else {
    requireUpToDate(tablesFile, isUpToDate(readFileSync(tablesFile, 'utf8'), types))
    requireUpToDate(recordsFile, existsSync(recordsFile) && readFileSync(recordsFile, 'utf8') === records)
  }
}

function requireUpToDate(file: string, isCurrent: boolean): void {
  if (isCurrent) return
  console.error(`${file} does not match the migrations and the schemas. Run: npm run types`)
  process.exitCode = 1
}
