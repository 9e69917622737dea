import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BookedPayment } from '../../../domain/payments/compare-files'
import { hasLinesWithoutSerial } from '../../../schema/layouts/layout'
import { nextUpdateTime } from '../../database/times'
import { lockName } from '../../database/transaction'
import type { Db, Ports } from '../../ports'
import type { BankFileSummary } from '../files/bank-file'
import { bankFileJob } from './enqueue'
import type { StoredBankFile } from './kind'

/** The values of a header by which files are compared: who sent the file, and for which day. */
export interface FileHeader {
  readonly layout: string | null
  readonly sender: string | null
  readonly date: string | null
}

/**
 * Returns the header by which a file must be compared with earlier ones; null if its lines have serials, by which they
 * are recognized themselves.
 */
export const comparedHeader = (
  { layoutName, layout }: Pick<StoredBankFile, 'layoutName' | 'layout'>,
  { header }: Pick<BankFileSummary, 'header'>,
): FileHeader | null => {
  if (!header || !hasLinesWithoutSerial(layout)) return null
  return { layout: layoutName, sender: textOf(header.AgencyCode), date: textOf(header.TransDate) }
}

const textOf = (value: string | number | undefined): string | null =>
  value === undefined || value === '' ? null : String(value)

/** Returns the header of a stored file. */
export const headerOfFile = async (db: Db, id: number): Promise<FileHeader> => {
  const file = await db
    .selectFrom('bank_file')
    .select(['layout', 'file_sender as sender', 'file_date as date'])
    .where('serial_id', '=', id)
    .executeTakeFirst()
  return file ?? { layout: null, sender: null, date: null }
}

/**
 * Locks a header until the transaction ends: files with the same header begin, end and are released one after the
 * other.
 * It is taken before the rows of files are locked.
 */
export const lockHeader = (db: Db, { layout, sender, date }: FileHeader): Promise<void> =>
  lockName({ db }, `bank file ${layout} ${sender} ${date}`)

/** Returns the condition for the files with a header. */
export const hasHeader = ({ layout, sender, date }: FileHeader): RawBuilder<SqlBool> =>
  sql`layout = ${layout} and file_sender is not distinct from ${sender} and file_date is not distinct from ${date}::date`

/** The other files with the same header. */
interface OtherFiles {
  /** The latest file of which lines are booked or may be booked; null if there is none. */
  readonly booked: number | null
  /** Whether one of them is being booked, or is about to be. */
  readonly isInProgress: boolean
}

/**
 * Returns the other files with the same header.
 * A file without a number of lines was never read to its end, so nothing of it is booked; nor is anything of a file that
 * waits for a release.
 */
export const otherFiles = async (db: Db, id: number, header: FileHeader): Promise<OtherFiles> => {
  const { rows } = await sql<OtherFiles>`
    select max(serial_id) as booked, coalesce(bool_or(import_status in ('Pending', 'Processing')), false) as "isInProgress"
    from bank_file
    where ${hasHeader(header)} and serial_id <> ${id} and line_count is not null
      and import_status not in ('Held', 'PendingRelease', 'Refused')`.execute(db)
  return rows[0] ?? { booked: null, isInProgress: false }
}

/**
 * Queues the held files with this header for another comparison, because the booked lines have changed.
 * Until then, nobody can release them.
 */
export const compareHeldFilesAgain = async (
  { clock, jobs }: Pick<Ports, 'clock' | 'jobs'>,
  trx: Db,
  header: FileHeader,
): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    update bank_file
    set equal_count = null, new_count = null, missing_count = null, corrected_count = null, error_message = ${comparingText},
      update_time = ${nextUpdateTime(clock())}
    where ${hasHeader(header)} and import_status = 'Held'
    returning serial_id as id`.execute(trx)
  for (const { id } of rows) await jobs.enqueue(trx, bankFileJob, { SerialId: id })
}

/** The message of a held file until it has been compared. */
export const comparingText = '檔頭的代收機構與日期和先前的檔案相同，等先前的檔案處理完成後，系統會比對內容。'

/**
 * The condition for lines `l` of files with a header that are live: no reversal has taken them back.
 * A part of a divided line is not a line of its own.
 */
const isLiveWithHeader = (header: FileHeader): RawBuilder<SqlBool> =>
  sql`l.bank_file_serial_id = any(array(select serial_id from bank_file where ${hasHeader(header)})) and l.parent_serial_id is null
    and l.write_off_status is distinct from 'Reversed'`

/** Returns the number of live lines that files with this header have booked. */
export const countBookedPayments = async (db: Db, header: FileHeader): Promise<number> => {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from transaction_line l where ${isLiveWithHeader(header)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Number of lines that one statement reads. */
const linesPerStatement = 5000

/** Returns the live lines that files with this header have booked, in the order in which they were booked. */
export const bookedPayments = async (db: Db, header: FileHeader): Promise<readonly BookedPayment[]> => {
  // The ids are read first, so that each of the other statements finds its lines by their key.
  const { rows } = await sql<{
    id: number
  }>`select serial_id as id from transaction_line l where ${isLiveWithHeader(header)} order by serial_id`.execute(db)
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
