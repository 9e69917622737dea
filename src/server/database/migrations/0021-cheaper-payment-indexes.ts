import { sql } from 'kysely'
import type { Db } from '../../ports'

/**
 * Makes the index entries that each payment writes cheaper. Public ids of payments begin with the time, so that new ones are close together in their index instead
 * of each on a page of its own; their other 24 digits come from a random UUID. Three indexes on references of lines are dropped; when the server starts next, it creates
 * them again as partial indexes that leave out empty references.
 */
export const cheaperPaymentIndexes = async (db: Db): Promise<void> => {
  await sql`
    alter table payment alter column detail_id
    set default to_hex(date_part('epoch', now())::bigint) || right(replace(gen_random_uuid()::text, '-', ''), 24)`.execute(db)
  await sql`
    drop index if exists transaction_line_market_item_code_idx, transaction_line_parent_serial_id_idx, transaction_line_pair_serial_id_idx`.execute(db)
}
