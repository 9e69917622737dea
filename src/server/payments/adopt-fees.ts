import { sql } from 'kysely'
import { nextUpdateTime } from '../database/times'
import type { Db } from '../ports'
import type { ReportedLine } from './book-lines'
import type { LedgerContext } from './ledger-context'

/**
 * Writes the fees of the lines of a file to those that the bank's system had already reported individually, without a fee. A divided line keeps its fee, which its first part has too. Only channels of
 * the bank are reported individually, and payers never bear their fees, so no bill changes.
 */
export const adoptFees = async (db: Db, lines: readonly ReportedLine[], { now, user }: LedgerContext): Promise<void> => {
  await sql`
    with stored as (
      select l.serial_id, r."ChannelFee", r."TableFee"
      from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) as r (
        "ChannelId" text, "TradeDate" date, "TxnSeq" text, "VACAccount" text, "AmountSign" text, "Amount" bigint, "ChannelFee" bigint, "TableFee" bigint
      )
      join transaction_line l on l.channel_id = r."ChannelId" and l.trade_date = r."TradeDate" and l.txn_seq = r."TxnSeq"
        and ltrim(coalesce(l.original_vac_account, l.vac_account), '0') = r."VACAccount" and l.amount_sign = r."AmountSign" and l.amount = r."Amount"
      where l.parent_serial_id is null and l.bank_file_serial_id is null and l.write_off_status is distinct from 'Divided'
        and l.fee_bear_type = 'Deduct' and l.currency_type = 'TWD' and l.channel_fee is distinct from r."ChannelFee"
      order by l.serial_id
      for update of l
    )
    update transaction_line l
    set channel_fee = s."ChannelFee", table_fee = s."TableFee", net_amount = l.amount - s."ChannelFee",
      update_user = ${user}, update_time = ${nextUpdateTime(new Date(now), 'l.update_time')}
    from stored s
    where l.serial_id = s.serial_id`.execute(db)
}
