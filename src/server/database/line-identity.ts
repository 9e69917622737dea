import { sql } from 'kysely'
import type { Db } from '../ports'

/** The values that identify a reported line, those of `identityOf` in the domain, as SQL for `on conflict`. */
export const lineIdentity = sql`channel_id, trade_date, txn_seq, ltrim(coalesce(original_vac_account, vac_account), '0'), amount_sign, amount`

/** Creates the index that lets each reported line be booked only once. Parts of divided lines have the identity of their line and are not in it. */
export const ensureLineIdentity = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ isMissing: boolean }>`
    select to_regclass('transaction_line') is not null and to_regclass('transaction_line_identity') is null as "isMissing"`.execute(db)
  if (!rows[0]?.isMissing) return
  await sql`create unique index transaction_line_identity on transaction_line (${lineIdentity}) where parent_serial_id is null`.execute(db)
}
