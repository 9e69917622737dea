import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { openDatabase } from '../../server/node/database'
import { readPortalSchemas } from '../portal-schemas'
import { checkTables, printTables, tablesFile, tableTypes } from './table-types'

// npm run types [-- --check]: writes the TypeScript type of every table, or only checks that the file is up to date.
const { schemas, report } = readPortalSchemas('schemas')
const checking = process.argv.includes('--check')

// Types follow from valid schemas alone; what is wrong with the others is reported by src/tools/check/index.ts.
if (!checking || report === '') {
  const database = await openDatabase()
  const types = await tableTypes(database.db, schemas)
  await database.close()
  if (checking) check(types)
  else writeFileSync(tablesFile, printTables(types.values()))
}

function check(types: ReadonlyMap<string, string>): void {
  const { wrong, missing } = checkTables(existsSync(tablesFile) ? readFileSync(tablesFile, 'utf8') : '', types)
  if (wrong) console.error(`${tablesFile} is not what the migrations and schemas say. Run: npm run types`)
  if (missing.length > 0) console.log(`Tables without types yet: ${missing.join(', ')}. Run: npm run types`)
  process.exitCode = wrong ? 1 : 0
}
