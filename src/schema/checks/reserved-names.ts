import { hasTable } from '../language/resource'
import { columnName } from '../load/names'
import type { Check } from './check'
import { controllerOf, objectUnder, tableName } from './declared/declared-schema'
import { cannotFinding, mustBeFinding } from './findings'

/**
 * S134: a file declares no table that the portal or the database itself uses, and takes over none (`was`).
 * Otherwise its calls would return what the portal stores there, such as password hashes.
 */
export const checkReservedTables: Check = ({ name, raw, kind }, { project: { reservedTables = [] } }) => {
  if (!hasTable({ kind })) return []
  const path = raw.table === undefined ? [] : ['table']
  const table = tableName({ name, raw })
  if (!tableNamePattern.test(table)) return [mustBeFinding('S134', path, tableNameRule)]
  const formerTable = typeof raw.was === 'string' ? columnName(raw.was) : ''
  return [
    ...(isReserved(table, reservedTables)
      ? [cannotFinding('S134', path, `${raw.table === undefined ? 'have the table' : 'be'} '${table}': ${reason}`)]
      : []),
    ...(isReserved(formerTable, reservedTables) ? [cannotFinding('S134', ['was'], `be '${raw.was}': ${reason}`)] : []),
  ]
}

// PostgreSQL cuts off longer names.
const tableNamePattern = /^[a-z][a-z0-9_]{0,62}$/
const tableNameRule = "a name of at most 63 small letters, digits and '_', beginning with a letter"

const reason = 'the portal or the database uses that name itself'

/**
 * Returns whether the portal uses a name itself.
 * `internal_` is free for tables of later versions; `pg_` begins the tables of PostgreSQL, `kysely_` those of the
 * migrations; the two endings those of primary keys and sequences.
 */
const isReserved = (name: string, reservedTables: readonly string[]): boolean =>
  reservedTables.includes(name) || /^(internal|pg|kysely)_|_(pkey|seq)$/.test(name)

/**
 * S135: the calls of a file have paths of their own.
 * Otherwise they would take the place of a call of the portal, such as /Ext/BankCredits, or could not be reached.
 */
export const checkReservedPaths: Check = (schema, { project: { calls = {} } }) => {
  const controller = controllerOf(schema)
  const path = objectUnder(schema.raw, 'endpoints').controller === undefined ? [] : ['endpoints', 'controller']
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(controller)) {
    // S105 reports the name of a file.
    return path.length === 0
      ? []
      : [mustBeFinding('S135', path, 'a name of letters and digits, beginning with a letter')]
  }
  const isTaken = !schema.hasPage && `Ext.${controller}` in calls
  return isTaken
    ? [cannotFinding('S135', path, `have the controller '${controller}': /Ext/${controller} is a call of the portal`)]
    : []
}
