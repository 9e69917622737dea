import { sql } from 'kysely'
import type { BankCredit, BankCreditResult } from '../../../contract/bank-credits'
import { plainAccount } from '../../../domain/accounts/virtual-account'
import { taipeiToday } from '../../../domain/dates/dates'
import { lineFee } from '../../../domain/payments/channel-fee'
import { expectedRemitDate } from '../../../domain/payments/remit-date'
import { Refusal } from '../../../domain/refusal'
import type { Call } from '../../call'
import type { Db } from '../../ports'
import { bankCreditLimit, countAttempt } from '../../security/rate-limit'
import { bookLines, type ReportedLine } from '../book-lines'
import { holidaysFrom } from '../reported-lines'
import { readBankCredit } from './read-bank-credit'

/**
 * Books a payment, or the reversal of one, that the bank's system reports, and returns the resulting line.
 * The day of the report is the day of its signature, so that a difference between the clocks around midnight does not
 * change it.
 * A repeated report has no effect and returns the current state of the line.
 * Throws a refusal if the transaction number (TxnSeq) belongs to another payment.
 */
export const bookBankCredit = async ({ ports, body, scope }: Call): Promise<BankCreditResult> => {
  const reportedOn = taipeiToday(('signedAt' in scope && scope.signedAt) || ports.clock())
  const credit = readBankCredit(body, reportedOn)
  // The limit has one counter, because only the bank's system reports credits.
  await countAttempt(ports, bankCreditLimit, '')
  return ports.db.transaction().execute(async (trx) => {
    await lockTxnSeq(trx, credit)
    const booked = await findBookedLine(trx, credit)
    if (booked) return booked
    await bookLines(trx, [await lineOf(trx, credit, reportedOn)], { now: ports.clock().toISOString(), user: 'bank' })
    // A bank file that reports the same payment may have been booked first.
    return (await findBookedLine(trx, credit)) ?? throwMissingLine(credit)
  })
}

/**
 * Locks a transaction number until the database transaction ends, so that concurrent reports with this number are
 * booked one after the other: a reversal then finds its payment, and another payment with the number is refused.
 * The unique index detects only repeated reports.
 */
const lockTxnSeq = (db: Db, { ChannelId, TradeDate, TxnSeq }: BankCredit) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`bank credit ${ChannelId} ${TradeDate} ${TxnSeq}`}, 0))`.execute(
    db,
  )

/**
 * Returns the line that was booked for this credit; undefined if there is none.
 * Throws a refusal if the transaction number belongs to another payment.
 * Lines with the other sign are ignored, because a reversal can have the transaction number of its original.
 */
const findBookedLine = async (db: Db, credit: BankCredit): Promise<BankCreditResult | undefined> => {
  const { rows } = await sql<BankCreditResult & { readonly isSame: boolean }>`
    select serial_id as "SerialId", write_off_status as "WriteOffStatus", exception_type as "ExceptionType",
      ltrim(coalesce(original_vac_account, vac_account), '0') = ${plainAccount(credit.VACAccount)} and amount = ${credit.Amount}
        and coalesce(currency_type, 'TWD') = ${credit.CurrencyType} and coalesce(trade_time, ${credit.TradeTime}) = ${credit.TradeTime} as "isSame"
    from transaction_line
    where channel_id = ${credit.ChannelId} and trade_date = ${credit.TradeDate} and txn_seq = ${credit.TxnSeq} and amount_sign = ${credit.AmountSign}
      and parent_serial_id is null
    order by "isSame" desc, serial_id`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { isSame, ...result } = row
  if (isSame) return result
  const message = '這個交易序號已用於帳號、金額、幣別或交易時間不同的另一筆交易，未受理。請查明序號後再送。'
  throw new Refusal('2003', message, { TxnSeq: message })
}

/** Returns a credit as a line. Payments through the bank's own channels have no store and no barcode. */
const lineOf = async (db: Db, credit: BankCredit, reportedOn: string): Promise<ReportedLine> => {
  const { ChannelId, TradeDate, TradeTime, AccountDate, TxnSeq, VACAccount, CurrencyType, Amount } = credit
  return {
    ChannelId,
    TradeDate,
    TradeTime,
    AccountDate,
    TxnSeq,
    VACAccount: plainAccount(VACAccount),
    CurrencyType,
    AmountSign: credit.AmountSign === 'Minus' ? 'Minus' : 'Plus',
    Amount,
    ...lineFee({ ChannelId, Amount, CurrencyType }, null),
    TransDate: reportedOn,
    ExpectRemitDate: expectedRemitDate({ ChannelId, TransDate: reportedOn }, null, await holidaysFrom(db, reportedOn)),
    MarketItemCode: null,
    StoreNo: null,
    Barcode1: null,
    Barcode2: null,
    Barcode3: null,
    SourceFile: null,
    BankFileSerialId: null,
    LineNo: null,
  }
}

const throwMissingLine = ({ ChannelId, TradeDate, TxnSeq }: BankCredit): never => {
  throw new Error(`The line of the credit ${ChannelId} ${TradeDate} ${TxnSeq} was not found after it was booked.`)
}
