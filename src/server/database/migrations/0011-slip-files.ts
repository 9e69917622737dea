import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Adds the files of slips that jobs write for batches and for uploads of bills. */
export const slipFiles = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  // The table has no references to tables of schemas, because these are created later. `expire_date` is null while the file is written.
  `create table if not exists slip_file (
    resource text not null,
    serial_id bigint not null,
    file_id text not null,
    expire_date date,
    primary key (resource, serial_id)
  )`,
  'create index if not exists slip_file_expire_date on slip_file (expire_date)',
]
