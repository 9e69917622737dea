import type { ProjectFacts } from '../../schema/checks'
import { formatProblems, isAdviceOnly } from '../../schema/checks/problem'
import type { Layouts } from '../../schema/layouts/layout'
import { applyCalendar } from '../../schema/load/apply-calendar'
import { loadSchemas } from '../../schema/load/load'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { SlipTemplates } from '../../schema/slips/template'
import { fieldParts, findCheckedParts, recordCheckedParts, type StoredPart } from '../database/checked-parts'
import { databaseFacts, orphanedParts } from '../database/database-facts'
import { ensureTables, missingChanges, NonUniqueKeys, withStartLock } from '../database/ensure-tables'
import { existingTables } from '../database/existing-tables'
import { missingMigrations } from '../database/migrations/index'
import { hasFormerNames, renamedItems } from '../database/rename-item-fields'
import type { Modules } from '../module'
import type { Db } from '../ports'
import { type OpenDatabase, openDatabase } from './database'
import { requireConnection, requireSession, requireTableRights } from './database-checks'
import { OperatorError, type Print } from './operator-error'
import { backupBeforeChange } from './pglite/backup/automatic'
import { withModuleProblems } from './schemas/module-check'
import { readSchemaFiles } from './schemas/schema-files'
import { serverNames } from './schemas/schema-names'
import type { NodeSettings } from './settings/settings'

/** The open database and the loaded schemas, slips and layouts. */
export interface PortalStore extends OpenDatabase {
  readonly schemas: SchemaSet
  readonly modules: Modules
  readonly slips: SlipTemplates
  readonly layouts: Layouts
}

/**
 * Checks the schemas, opens the database and updates its tables; throws the report of `check --database` if the stored
 * data conflict with the schemas.
 * With `keepTables` the tables stay as they are, for commands that prepare them for changed schemas.
 */
export const openStore = async (
  settings: NodeSettings,
  print: Print,
  { modules, keepTables = false }: { readonly modules: Modules; readonly keepTables?: boolean },
): Promise<PortalStore> => {
  const files = readSchemaFiles(settings.schemasDir)
  const { slips, layouts, ...loaded } = readSchemas(files, modules, print)
  requireExpectedLayouts(settings, layouts)
  const schemas = applyCalendar(loaded.schemas, settings.site.calendar)
  // An embedded database gets its statement timeout after its tables are prepared.
  const statementMs = settings.databaseUrl ? settings.statementMs : 0
  const database = await openDatabase({
    ...settings,
    timeouts: { connect: 10_000, statement: statementMs },
    report: print,
  })
  try {
    if (database.engine === 'postgres') {
      await requireConnection(database.db, settings)
      await requireSession(database, settings)
      await requireTableRights(database.db)
    }
    print(
      database.engine === 'postgres'
        ? 'PostgreSQL is connected.'
        : `The embedded database is open in ${settings.dataDir}.`,
    )
    const store = { ...database, schemas, modules, slips, layouts }
    if (!keepTables)
      await withoutTimeLimit(store, settings, (db) =>
        prepareTables({ ...store, db }, { files, dataDir: settings.dataDir }, print),
      )
    database.setStatementTimeout?.(settings.statementMs)
    return store
  } catch (error) {
    await database.close()
    throw error
  }
}

const requireExpectedLayouts = ({ portal }: NodeSettings, layouts: Layouts): void => {
  const unknown = portal.expectedBankFiles.find(({ layout }) => !Object.hasOwn(layouts, layout))
  if (unknown)
    throw new OperatorError(
      `EXPECTED_BANK_FILES names the layout "${unknown.layout}", but the layouts are ${Object.keys(layouts).join(', ')}.`,
    )
}

/**
 * Runs the work without a statement timeout, because an index on a large table takes longer than a call may.
 * On a database server it uses a separate connection to PostgreSQL itself and holds the start lock, so that no other
 * process changes the tables that it reads.
 * The embedded database has no timeout at this point, and no other process uses it.
 */
const withoutTimeLimit = async (
  database: OpenDatabase,
  { databaseDirectUrl, databaseTls }: NodeSettings,
  work: (db: Db) => Promise<void>,
): Promise<void> => {
  if (database.engine !== 'postgres') return work(database.db)
  const { db, close } = await openDatabase({
    databaseUrl: databaseDirectUrl,
    databaseTls,
    pool: { requests: 1, background: 1 },
  })
  try {
    await withStartLock(db, work)
  } finally {
    await close()
  }
}

const prepareTables = async (
  store: PortalStore,
  { files, dataDir }: { readonly files: SchemaFiles; readonly dataDir: string },
  print: Print,
): Promise<void> => {
  const { problems, parts, checkedParts } = await checkStoredData(store, files, print)
  if (store.backup && (await willChangeTables(store, checkedParts)))
    print(
      `This start changes the tables; a backup of the present data is in ${await backupBeforeChange(dataDir, store.backup)}.`,
    )
  const unappliedSql = await ensureTables(store.db, store.schemas, checkedParts).catch((error: unknown) =>
    throwKeyReport(files, error),
  )
  if (unappliedSql.length > 0) print([tablesDifferMessage, ...unappliedSql].join('\n  '))
  if (problems.length > 0) print(formatProblems(problems, files.length))
  await recordCheckedParts(store.db, parts)
}

/**
 * Compares the stored data with the schema files.
 * Returns the warnings, all parts of the data, such as the values of a field, and those that a previous start has
 * checked; throws if an error prevents the start.
 * Parts that a previous start has checked with the same rules are not read again.
 */
const checkStoredData = async ({ db, schemas }: PortalStore, files: SchemaFiles, print: Print) => {
  // Throws if a newer portal has written the database.
  await missingMigrations(db)
  const existing = await existingTables(db)
  const parts = [...fieldParts(schemas), ...orphanedParts(schemas, existing)]
  const checkedParts = await findCheckedParts(db, parts)
  if (checkedParts.length < parts.length && existing.tables.size > 0)
    print('Reading the stored values of fields whose rules have changed …')
  const facts = await databaseFacts(db, schemas, { checkedParts })
  // The checks of stored data have the ids S5… and W5….
  const problems = loadSchemas(files, facts).problems.filter(({ id }) => /^[SW]5/.test(id))
  if (!isAdviceOnly(problems)) throw new OperatorError(formatProblems(problems, files.length))
  return { problems, parts, checkedParts }
}

const hasTables = async (db: Db): Promise<boolean> => (await existingTables(db)).tables.size > 0

/** Returns whether the start will change existing tables; additional indexes change no data. */
const willChangeTables = async (
  { db, schemas }: PortalStore,
  checkedParts: readonly StoredPart[],
): Promise<boolean> => {
  if (!(await hasTables(db))) return false
  if (
    (await missingMigrations(db)).length > 0 ||
    (await missingChanges(db, schemas)).some(({ creates }) => creates !== 'index')
  )
    return true
  for (const items of renamedItems(schemas, checkedParts)) if (await hasFormerNames(db, items)) return true
  return false
}

type SchemaFiles = ReturnType<typeof readSchemaFiles>

/** Names of the icons and screens of the site that was built with this server; undefined when run from source. */
declare const portalNames: Pick<ProjectFacts, 'icons' | 'screens'>
const browserNames = typeof portalNames === 'undefined' ? {} : portalNames

const readSchemas = (
  files: SchemaFiles,
  modules: Modules,
  print: Print,
): Pick<PortalStore, 'schemas' | 'slips' | 'layouts'> => {
  const { problems: ofSchemas, ...loaded } = loadSchemas(files, { ...serverNames(modules), ...browserNames })
  const problems = withModuleProblems(ofSchemas, modules, loaded.schemas)
  if (!isAdviceOnly(problems)) throw new OperatorError(formatProblems(problems, files.length))
  print(`${files.length} schemas are valid.`)
  return loaded
}

/**
 * Throws the report of `check --database` if a key is not unique, because a change of one record would then change
 * others; rethrows any other error.
 */
const throwKeyReport = (files: SchemaFiles, error: unknown): never => {
  if (!(error instanceof NonUniqueKeys)) throw error
  const problems = loadSchemas(files, { keys: error.keys }).problems.filter(({ id }) => id === 'S504')
  throw new OperatorError(formatProblems(problems, files.length))
}

const tablesDifferMessage =
  'The database differs from the schemas. Save this SQL in a file, review it, stop the portal and run "npm run admin -- sql FILE":'
