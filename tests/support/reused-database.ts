import { sql } from 'kysely'
import type { Db } from '../../src/server/ports'
import { type TestDatabase, testDatabase } from './database'

/** A database that was prepared once and can be emptied again, which takes a tenth of making another one. */
interface Prepared extends TestDatabase {
  /** Takes away every row that came after the preparation, and lets numbers begin anew. */
  empty(): Promise<void>
}

const free: Prepared[] = []

/** A database of this test file that nobody uses just now, or a new one that `prepare` has filled with tables; `close` gives it back, emptied. */
export const reusedDatabase = async (prepare: (db: Db) => Promise<void>): Promise<TestDatabase> => {
  const mine = free.pop() ?? (await prepared(prepare))
  const close = async () => {
    await mine.empty()
    free.push(mine)
  }
  return { ...mine, close }
}

const prepared = async (prepare: (db: Db) => Promise<void>): Promise<Prepared> => {
  const database = await testDatabase()
  await prepare(database.db)
  return { ...database, empty: await emptier(database.db) }
}

const emptier = async (db: Db): Promise<() => Promise<void>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
  const filledAmong = async (names: readonly string[]): Promise<string[]> => {
    if (names.length === 0) return []
    const looks = names.map((name) => sql`select ${name}::text as name where exists (select from ${sql.raw(name)})`)
    return (await sql<{ name: string }>`${sql.join(looks, sql` union all `)}`.execute(db)).rows.map(({ name }) => name)
  }
  // A queue keeps the partition that was made for it.
  const kept = new Set(['pgboss.queue', ...(await filledAmong(tables.map(({ name }) => name)))])
  const emptied = tables.map(({ name }) => name).filter((name) => !kept.has(name))
  return async () => {
    const filled = await filledAmong(emptied)
    if (filled.length > 0) await sql.raw(`truncate ${filled.join(', ')} cascade`).execute(db)
    await sql`
      select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where last_value is not null`.execute(db)
  }
}
