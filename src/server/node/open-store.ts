import { sql } from 'kysely'
import type { Known } from '../../schema/checks'
import { onlyAdvice, printProblems } from '../../schema/checks/problem'
import { applyCalendar } from '../../schema/load/apply-calendar'
import { loadSchemas } from '../../schema/load/load'
import type { SchemaSet } from '../../schema/load/schema-set'
import { ensureTables, NonUniqueKeys, orphanedColumns } from '../database/ensure-tables'
import type { Db } from '../ports'
import { type OpenDatabase, openDatabase } from './database'
import { messageOf, OperatorError, type Print } from './operator-error'
import { backupBeforeChange, recordTables } from './pglite/backup/automatic'
import { requireTableRights } from './postgres'
import { readSchemaFiles } from './schema-files'
import { serverNames } from './schema-names'
import type { NodeSettings } from './settings/settings'

/** The portal's data, as the server and the command-line tools use them. */
export interface PortalStore extends OpenDatabase {
  readonly schemas: SchemaSet
}

/** Checks the schemas, opens the database and creates what its tables lack. */
export const openStore = async (settings: NodeSettings, print: Print): Promise<PortalStore> => {
  const files = readSchemaFiles(settings.schemasDir)
  const schemas = applyCalendar(readSchemas(files, print), settings.site.calendar)
  const timeouts = { connect: 10_000, answer: 60_000 }
  const database = await openDatabase({ databaseUrl: settings.databaseUrl, dataDir: settings.dataDir, timeouts, report: print })
  try {
    if (database.engine === 'postgres') {
      await checkConnection(database.db, settings)
      await requireTableRights(database.db)
    }
    print(database.engine === 'postgres' ? 'PostgreSQL is connected.' : `The embedded database is open in ${settings.dataDir}.`)
    const { backup } = database
    const backupFile = backup && (await backupBeforeChange({ dataDir: settings.dataDir, schemas, db: database.db, backup }))
    if (backupFile) print(`This start may change the tables; a backup of the present data is in ${backupFile}.`)
    const unapplied = await ensureTables(database.db, schemas).catch((error: unknown) => explainKeyError(files, error))
    if (unapplied.length > 0) print([tablesDiffer, ...unapplied].join('\n  '))
    const orphaned = await orphanedColumns(database.db, schemas)
    if (orphaned.length > 0) print(orphanedText(orphaned))
    if (backup) recordTables({ dataDir: settings.dataDir, schemas })
    return { ...database, schemas }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Runs the first query, so that a wrong address is reported in a sentence, without its password. */
const checkConnection = async (db: Db, { databaseUrl = '' }: NodeSettings): Promise<void> => {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    const { host, pathname } = new URL(databaseUrl)
    throw new OperatorError(
      `The database ${host}${pathname} of DATABASE_URL cannot be used: ${messageOf(error)}. Is the server running, and are user and password right?`,
    )
  }
}

type SchemaFiles = ReturnType<typeof readSchemaFiles>

/** Names of the icons and screens of the site that was built with this server; undefined when run from source. */
declare const portalNames: Pick<Known, 'icons' | 'screens'>
const browserNames = typeof portalNames === 'undefined' ? {} : portalNames

const readSchemas = (files: SchemaFiles, print: Print): SchemaSet => {
  const { schemas, problems } = loadSchemas(files, { ...serverNames(), ...browserNames })
  if (!onlyAdvice(problems)) throw new OperatorError(printProblems(problems, files.length))
  print(`${files.length} schemas are in order.`)
  return schemas
}

/** Throws the message of `check --database` if a key is not unique, because a change of one record would change others. */
const explainKeyError = (files: SchemaFiles, error: unknown): never => {
  if (!(error instanceof NonUniqueKeys)) throw error
  const problems = loadSchemas(files, { keys: error.keys }).problems.filter(({ id }) => id === 'S504')
  throw new OperatorError(printProblems(problems, files.length))
}

const orphanedText = (columns: readonly string[]): string =>
  `No field uses ${columns.join(', ')}; the data are kept. If a field was renamed, set its "was" to the former name, and the data move with it.`

const tablesDiffer = 'The database differs from the schemas. Save this SQL in a file, review it, stop the portal and run "npm run admin -- sql FILE":'
