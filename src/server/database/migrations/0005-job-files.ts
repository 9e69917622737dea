import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Renames the table of slip files, because jobs write other files too, such as reports. */
export const jobFiles = async (db: Db): Promise<void> => {
  await sql`alter table slip_file rename to internal_job_file`.execute(db)
  await sql`alter index slip_file_expire_date rename to internal_job_file_expire_date`.execute(db)
  await sql`alter index slip_file_pkey rename to internal_job_file_pkey`.execute(db)
}
