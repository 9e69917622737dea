import { sql } from 'kysely'
import type { Db } from '../../ports'
import { inTransaction } from '../transaction'

/**
 * The SQL expressions of the values that identify a reported line.
 * They are the same as in `identityOf` in the domain.
 */
export const lineIdentity = sql`channel_id, trade_date, txn_seq, ltrim(coalesce(original_vac_account, vac_account), '0'), amount_sign, amount`

/**
 * The condition for lines without a matching bill and reversals without an original, of any age.
 * `isMatchedAgain` in the domain has the same condition and a limit of age.
 */
export const isWaitingLine = sql`(
  write_off_status = 'NotWrittenOff'
  or write_off_status = 'Exception' and (exception_type in ('BillNotFound', 'Reversal') or exception_type = 'VACInvalid' and bill_serial_id is null)
)`

/** The condition for lines that a person or a later line can still change. */
export const isOpenLine = sql`write_off_status in ('NotWrittenOff', 'Exception', 'PendingRelease')`

/** The indexes of reported lines that the schema language cannot declare. */
const indexes = {
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
  /** Finds the lines that are matched again every night. */
  transaction_line_waiting: sql`create index transaction_line_waiting on transaction_line (serial_id) where ${isWaitingLine}`,
}

/**
 * The index in the order of a company's list, which the schema declares, with the columns of frequent filters and of
 * sums, so that counting and adding up need not read the lines.
 * Bills have no such index: their columns change with each payment, which would write an entry of it.
 */
const listIndex = 'transaction_line_apply_code_trade_date_serial_id_idx'
const coveringListIndex = sql`
  create index ${sql.id(listIndex)} on transaction_line (apply_code, trade_date, serial_id)
  include (
    trans_date, account_date, expect_remit_date, channel_id, write_off_status, exception_type, currency_type, amount_sign, amount, channel_fee,
    net_amount, parent_serial_id
  )`

/** Creates the indexes of reported lines that are missing. */
export const ensureLineIndexes = async (db: Db): Promise<void> => {
  for (const [name, create] of Object.entries(indexes)) {
    const { rows } = await sql<{ isMissing: boolean }>`
      select to_regclass('transaction_line') is not null and to_regclass(${name}) is null as "isMissing"`.execute(db)
    if (rows[0]?.isMissing) await create.execute(db)
  }
  await ensureCoveringListIndex(db)
}

/** Replaces the index that the schema declares, which has no further columns, with one of the same name. */
const ensureCoveringListIndex = async (db: Db): Promise<void> => {
  const { rows } = await sql`
    select from pg_index where indexrelid = to_regclass(${listIndex}) and indnatts = indnkeyatts`.execute(db)
  if (rows.length === 0) return
  await inTransaction(db, async (trx) => {
    await sql`drop index ${sql.id(listIndex)}`.execute(trx)
    await coveringListIndex.execute(trx)
  })
}
