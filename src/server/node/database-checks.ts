import { sql } from 'kysely'
import type { Db } from '../ports'
import type { OpenDatabase } from './database'
import { messageOf, OperatorError } from './operator-error'
import type { NodeSettings } from './settings/settings'

/** Runs the first query, so that a wrong address is reported in a message without its password. */
export const requireConnection = async (
  db: Db,
  { databaseUrl = '' }: Pick<NodeSettings, 'databaseUrl'>,
): Promise<void> => {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    // PgBouncer refuses the settings of a session unless its configuration ignores them.
    if (/unsupported startup parameter/i.test(messageOf(error))) throw new OperatorError(unnamedPooler)
    const { host, pathname } = new URL(databaseUrl)
    throw new OperatorError(
      `The database ${host}${pathname} of DATABASE_URL cannot be used: ${messageOf(error)}. Is the server running, and are user and password right?`,
    )
  }
}

const unnamedPooler =
  'DATABASE_URL is the address of a pooler that gives each transaction another connection, such as PgBouncer with pool_mode = transaction. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'

/**
 * Throws if the role has no right to create tables; since PostgreSQL 15, only the owner of a database has this right by
 * default.
 */
export const requireTableRights = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ role: string; name: string; canCreate: boolean | null }>`
    select current_user::text as role, current_database()::text as name, has_schema_privilege(current_schema(), 'create') as "canCreate"`.execute(
    db,
  )
  const [rights] = rows
  if (!rights || rights.canCreate) return
  const { role, name } = rights
  throw new OperatorError(
    `The role ${role} of DATABASE_URL has no right to create tables in the database ${name}. Make it the owner: alter database "${name}" owner to "${role}";`,
  )
}

/**
 * Throws if a session differs from what the portal relies on, or if the settings do not say that there is a pooler.
 * Behind a pooler, the portal cannot set anything for its sessions.
 */
export const requireSession = async (
  { db, backgroundDb }: Pick<OpenDatabase, 'db' | 'backgroundDb'>,
  { isDatabasePooled, statementMs }: Pick<NodeSettings, 'isDatabasePooled' | 'statementMs'>,
): Promise<void> => {
  if (!isDatabasePooled && (await sharesConnections(db, backgroundDb))) throw new OperatorError(unnamedPooler)
  const required = requiredSettings(statementMs)
  const { rows } = await sql<{ name: string; setting: string; role: string }>`
    select name, setting, current_user::text as role from pg_settings where name = any(${Object.keys(required)}::text[])`.execute(
    db,
  )
  const commands = rows.flatMap(({ name, setting, role }) => {
    const { value, accepted } = required[name] ?? {}
    return accepted?.test(setting) ? [] : [`alter role "${role}" set ${name} = '${value}'; -- it is ${setting}`]
  })
  if (commands.length === 0) return
  throw new OperatorError(
    [
      'The sessions of DATABASE_URL have other settings than the portal needs. Execute this in PostgreSQL, and reconnect the pooler to it:',
      ...commands,
    ].join('\n  '),
  )
}

/** Returns the settings of a session on which the portal relies: the value to set, and the values that it accepts. */
const requiredSettings = (
  statementMs: number,
): Readonly<Record<string, { readonly value: string; readonly accepted: RegExp }>> => ({
  TimeZone: { value: 'UTC', accepted: /^(Etc\/)?(UTC|UCT)$/i },
  DateStyle: { value: 'ISO', accepted: /^ISO/ },
  statement_timeout: { value: `${statementMs / 1000}s`, accepted: new RegExp(`^${statementMs}$`) },
  // The contents of files are read in this format.
  bytea_output: { value: 'hex', accepted: /^hex$/ },
  // A statement that has waited for a lock must see what others have committed in the meantime.
  default_transaction_isolation: { value: 'read committed', accepted: /^read committed$/ },
})

/**
 * Returns whether connections of two pools use the same connection to PostgreSQL, or one of them several, as they do
 * only behind a pooler.
 */
const sharesConnections = (db: Db, otherDb: Db): Promise<boolean> =>
  db.connection().execute(async (connection) => {
    const before = await serverProcessOf(connection)
    return otherDb.transaction().execute(async (trx) => {
      const other = await serverProcessOf(trx)
      return other === before || (await serverProcessOf(connection)) !== before
    })
  })

const serverProcessOf = async (db: Db): Promise<number | undefined> =>
  (await sql<{ process: number }>`select pg_backend_pid() as process`.execute(db)).rows[0]?.process
