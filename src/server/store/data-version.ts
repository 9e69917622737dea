import { sql } from 'kysely'
import type { Db } from '../ports'

/** Counts the changes after which an older portal must not write any more. Columns and tables that are merely added need no new number. */
export const dataVersion = 1

/** Notes in a new database which version it has, and refuses one that a newer portal has written. */
export const checkDataVersion = async (db: Db): Promise<void> => {
  await sql`create table if not exists data_version (version integer primary key, since timestamptz not null default now())`.execute(db)
  await sql`
    insert into data_version (version)
    select ${dataVersion}::int where not exists (select 1 from data_version where version >= ${dataVersion})`.execute(db)
  const { rows } = await sql<{ version: number }>`select max(version) as version from data_version`.execute(db)
  const found = rows[0]?.version ?? dataVersion
  if (found <= dataVersion) return
  throw new Error(
    `The database was written by a newer portal (data version ${found}, this program knows ${dataVersion}). Nothing was changed. Start the newer portal, or restore the backup from before the update.`,
  )
}
