import { sql } from 'kysely'

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
