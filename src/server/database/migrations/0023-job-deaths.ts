import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Adds the numbers of failed and of interrupted attempts to jobs. Until now, both were part of `tries`, so that a few deaths of the process used up the retries of a job. */
export const jobDeaths = async (db: Db): Promise<void> => {
  await sql`
    alter table job
    add column if not exists failures integer not null default 0,
    add column if not exists deaths integer not null default 0`.execute(db)
}
