import { sql } from 'kysely'
import { inject } from 'vitest'
import { executeTogether } from '../../../src/server/database/together'
import type { AnyTables } from '../../../src/server/database/transaction'
import type { Db } from '../../../src/server/ports'

/** A database of a test, on either engine. */
export interface TestDatabase {
  readonly db: AnyTables
  readonly backgroundDb: Db
  close(): Promise<void>
}

/** A prepared database that can be emptied, which takes a tenth of the time of preparing another one. */
interface PreparedDatabase extends TestDatabase {
  /** Deletes every row that was added after the preparation and restarts the sequences. */
  empty(): Promise<void>
}

const free = new Map<string, PreparedDatabase[]>()

/**
 * Returns a free database that was prepared for this purpose, or a new one from `prepare`; `close` empties it and makes
 * it free again.
 */
export const reusedDatabase = async (purpose: string, prepare: () => Promise<TestDatabase>): Promise<TestDatabase> => {
  const prepared = free.get(purpose)?.pop() ?? (await emptiable(await prepare()))
  const close = async () => {
    await prepared.empty()
    free.set(purpose, [...(free.get(purpose) ?? []), prepared])
  }
  return { ...prepared, close }
}

const emptiable = async (database: TestDatabase): Promise<PreparedDatabase> => {
  const empty = await emptier(database.db)
  if (inject('databaseUrl')) await refuseChanges(database.db)
  return { ...database, empty }
}

/**
 * Rejects statements that change tables, because the next test would have to expect the change.
 * Only servers have event triggers.
 */
const refuseChanges = async (db: Db): Promise<void> => {
  await sql`
    create function refuse_change() returns event_trigger language plpgsql as
    $$ begin raise exception 'A test that executes % needs a database of its own (ownDatabase).', tg_tag; end $$`.execute(
    db,
  )
  await sql`create event trigger refuse_change on ddl_command_start execute function refuse_change()`.execute(db)
}

const emptier = async (db: Db): Promise<() => Promise<void>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(
    db,
  )
  const all = tables.map(({ name }) => name)
  const kept = await filledAmong(db, all)
  const toEmpty = all.filter((name) => !kept.includes(name))
  // Rows stay in the order in which they were inserted, because none takes the place of a deleted one.
  await runTogether(
    db,
    toEmpty.map((name) => `alter table ${name} set (autovacuum_enabled = false)`),
  )
  return async () => {
    const { rows: used } = await sql<{ name: string; isSmall: boolean }>`
      select name, pg_relation_size(name::regclass) <= ${smallBytes} as "isSmall"
      from unnest(${toEmpty}::text[]) as name where pg_relation_size(name::regclass) > 0`.execute(db)
    await runTogether(db, [
      'set local session_replication_role = replica',
      // DELETE takes a tenth of the time of TRUNCATE, but leaves the deleted rows in the file.
      ...used.map(({ name, isSmall }) => (isSmall ? `delete from ${name}` : `truncate ${name} cascade`)),
      `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences where last_value is not null`,
    ])
  }
}

/** The size up to which a table is emptied by DELETE. */
const smallBytes = 65_536

const filledAmong = async (db: Db, names: readonly string[]): Promise<readonly string[]> => {
  if (names.length === 0) return []
  const queries = names.map((name) => sql`select ${name}::text as name where exists (select from ${sql.raw(name)})`)
  return (await sql<{ name: string }>`${sql.join(queries, sql` union all `)}`.execute(db)).rows.map(({ name }) => name)
}

const runTogether = (db: Db, statements: readonly string[]) =>
  db.transaction().execute((trx) =>
    executeTogether(
      trx,
      statements.map((statement) => sql.raw(statement).compile(trx)),
    ),
  )
