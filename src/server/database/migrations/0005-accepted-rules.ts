import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Creates the table `accepted_rules`: for each field, a digest of the rules with which its stored values were checked. When the server starts, it checks the values again only if the rules have changed. */
export const acceptedRules = async (db: Db): Promise<void> => {
  // A restore by another program than `npm run restore` may have kept the table of a later portal. Its rows would describe the data from before the restore.
  await sql`drop table if exists accepted_rules`.execute(db)
  await sql`create table accepted_rules (table_name text, field text, rules text not null, primary key (table_name, field))`.execute(db)
}
