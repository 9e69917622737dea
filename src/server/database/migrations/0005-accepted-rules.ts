import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Adds a table with a digest of the rules by which the stored values of each field have been checked. On startup, the values are checked again only if the rules have changed. */
export const acceptedRules = async (db: Db): Promise<void> => {
  // The restore of an older backup keeps a table that the backup does not contain; its rows do not describe the restored data.
  await sql`drop table if exists accepted_rules`.execute(db)
  await sql`create table accepted_rules (table_name text, field text, rules text not null, primary key (table_name, field))`.execute(db)
}
