import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../ports'
import { isOpenLine, isWaitingLine, lineIdentity } from './line-identity'

/** The indexes of reported lines. */
const lineIndexes = {
  /**
   * Lets each reported line be booked only once.
   * Parts of a divided line have the identity of that line, so the index does not contain them.
   */
  transaction_line_identity: sql`create unique index transaction_line_identity on transaction_line (${lineIdentity}) where parent_serial_id is null`,
  /** Finds the lines of a bank file. The small `brin` index suffices, because the lines of a file arrive together. */
  transaction_line_file: sql`create index transaction_line_file on transaction_line using brin (bank_file_serial_id)`,
  /** Finds payments whose account or bill a person has changed, when they are reversed. */
  transaction_line_moved: sql`
    create index transaction_line_moved on transaction_line (channel_id, amount) where original_vac_account is not null or write_off_status = 'ChangedBill'`,
  /** Finds open payments for a reversal, and reversals that wait for their payment. */
  transaction_line_open: sql`create index transaction_line_open on transaction_line (amount_sign, ltrim(vac_account, '0')) where ${isOpenLine}`,
  /**
   * Finds, counts and sums the lines of an agreement that wait or were handled, in the order of their days.
   * The work list reads all of its columns, so counting need not read the lines.
   */
  transaction_line_exceptions: sql`
    create index transaction_line_exceptions on transaction_line (apply_code, trade_date, serial_id)
    include (write_off_status, exception_type, currency_type, amount_sign, amount)
    where write_off_status in ('Exception', 'NotWrittenOff', 'PendingRelease', 'ChangedBill', 'ChangedVAC', 'Divided', 'Invalid')`,
  /**
   * Finds the lines whose remittance is expected on a day.
   * The small `brin` index suffices, because lines arrive roughly in the order of these days.
   */
  transaction_line_remitted: sql`create index transaction_line_remitted on transaction_line using brin (expect_remit_date)`,
  /** Lists the lines of all companies for the bank, in the order of the list. */
  transaction_line_trade_date: sql`create index transaction_line_trade_date on transaction_line (trade_date, serial_id)`,
  /** Finds a payment of which only the amount and the period are known, and counts the lines with an amount. */
  transaction_line_amount: sql`create index transaction_line_amount on transaction_line (amount, trade_date, serial_id)`,
  /** Finds the lines of an account. */
  transaction_line_account: sql`create index transaction_line_account on transaction_line (vac_account)`,
  /** Finds the reversals of a month; there are few. */
  transaction_line_reversals: sql`create index transaction_line_reversals on transaction_line (account_date) where amount_sign = 'Minus'`,
  /** Finds the lines that are matched again every night. */
  transaction_line_waiting: sql`create index transaction_line_waiting on transaction_line (serial_id) where ${isWaitingLine}`,
}

/** The indexes of bills. */
const billIndexes = {
  /** Lists the bills of all companies for the bank, in the order of the list. */
  bill_payment_end_date: sql`create index bill_payment_end_date on bill (payment_end_date, serial_id)`,
}

/** The indexes that the schema language cannot declare, by table. */
const indexes: Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>> = {
  transaction_line: lineIndexes,
  bill: billIndexes,
}

/** Creates the indexes of bills and lines that are missing. */
export const ensureIndexes = async (db: Db): Promise<void> => {
  for (const [table, created] of Object.entries(indexes))
    for (const [name, create] of Object.entries(created)) {
      const { rows } = await sql<{ isMissing: boolean }>`
        select to_regclass(${table}) is not null and to_regclass(${name}) is null as "isMissing"`.execute(db)
      if (rows[0]?.isMissing) await create.execute(db)
    }
}
