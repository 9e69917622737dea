import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BookedPayment } from '../../../domain/payments/compare-files'
import type { Db } from '../../ports'
import { type FileHeader, hasHeader } from './same-header'

/** The condition for lines `l` of files with a header that are live: no reversal has taken them back. A part of a divided line is not a line of its own. */
const isLiveWithHeader = (header: FileHeader): RawBuilder<SqlBool> =>
  sql`l.bank_file_serial_id = any(array(select serial_id from bank_file where ${hasHeader(header)})) and l.parent_serial_id is null
    and l.write_off_status is distinct from 'Reversed'`

/** Returns the number of live lines that files with this header have booked. */
export const countBookedPayments = async (db: Db, header: FileHeader): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from transaction_line l where ${isLiveWithHeader(header)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Number of lines that one statement reads. */
const linesPerStatement = 5000

/** Returns the live lines that files with this header have booked, in the order in which they were booked. */
export const bookedPayments = async (db: Db, header: FileHeader): Promise<readonly BookedPayment[]> => {
  // The ids are read first, so that each of the other statements finds its lines by their key.
  const { rows } = await sql<{ id: number }>`select serial_id as id from transaction_line l where ${isLiveWithHeader(header)} order by serial_id`.execute(db)
  const payments: BookedPayment[] = []
  for (let start = 0; start < rows.length; start += linesPerStatement) {
    const ids = rows.slice(start, start + linesPerStatement).map(({ id }) => id)
    payments.push(...(await paymentsWithIds(db, ids)))
  }
  return payments
}

const paymentsWithIds = async (db: Db, ids: readonly number[]): Promise<readonly BookedPayment[]> => {
  const { rows } = await sql<BookedPayment>`
    select serial_id as "SerialId", channel_id as "ChannelId", market_item_code as "MarketItemCode", store_no as "StoreNo", trade_date as "TradeDate",
      trade_time as "TradeTime", account_date as "AccountDate", ltrim(coalesce(original_vac_account, vac_account), '0') as "VACAccount",
      amount_sign as "AmountSign", amount as "Amount", barcode1 as "Barcode1", barcode2 as "Barcode2", barcode3 as "Barcode3"
    from transaction_line
    where serial_id = any(${[...ids]}::bigint[])
    order by serial_id`.execute(db)
  return rows
}
