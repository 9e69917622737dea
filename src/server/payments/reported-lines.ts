import { type NotNull, sql } from 'kysely'
import { plainAccount } from '../../domain/accounts/virtual-account'
import { type AccountPadding, accountOfSegment2 } from '../../domain/barcodes/market-barcode'
import type { Holidays } from '../../domain/dates/business-days'
import { addDays } from '../../domain/dates/dates'
import { lineFee } from '../../domain/payments/channel-fee'
import type { LineFacts } from '../../domain/payments/line'
import { expectedRemitDate, type PayPeriodType } from '../../domain/payments/remit-date'
import type { Layout } from '../../schema/layouts/layout'
import type { Db } from '../ports'
import type { ReportedLine } from './book-lines'
import { type ChannelRule, channelOfLine } from './channels'
import type { BankFileLine, LineValues } from './files/bank-file'
import { applyCodeFinder } from './matching-records'

/** How the lines of a kind of file become payments. */
export interface PaymentRules {
  readonly channel: ChannelRule
  /** The field whose value comes before the serial, for channels with several series of serials. */
  readonly txnSeqPrefix?: string
}

/** A verified file of payments. */
export interface VerifiedFile {
  readonly SerialId: number
  readonly name: string
  readonly layout: Layout
  readonly rules: PaymentRules
  /** SHA-256 of the file's lines (`contentHasher`). */
  readonly hash: string
  /** The day in the file's header; null if the layout has no such day. */
  readonly TransDate: string | null
}

/** The stored data that are needed to make reported lines from the lines of a file. */
export interface LineReferences {
  readonly items: ReadonlyMap<string, MarketItemTerms>
  readonly accountFormats: readonly AccountFormat[]
  readonly holidays: Holidays
}

/** The fee of a market item, and when its money is remitted. */
interface MarketItemTerms {
  readonly ChannelFee: number
  readonly FeeBearType: LineFacts['FeeBearType']
  readonly PayPeriodType: PayPeriodType
}

/** How an agreement prints its accounts in the second barcode. */
interface AccountFormat {
  readonly applyCode: string
  readonly length: number
  readonly padding: AccountPadding
}

/** Loads the market items with their fees, and the formats in which agreements print their accounts. */
export const loadReferences = async (db: Db): Promise<Omit<LineReferences, 'holidays'>> => {
  const items = await db
    .selectFrom('market_item')
    .select([
      'market_item_code as code',
      'channel_fee as ChannelFee',
      'fee_bear_type as FeeBearType',
      'pay_period_type as PayPeriodType',
    ])
    .$narrowType<{ ChannelFee: NotNull; FeeBearType: NotNull; PayPeriodType: NotNull }>()
    .execute()
  const accountFormats = await db
    .selectFrom('agreement')
    .select((eb) => [
      'apply_code as applyCode',
      'vac_length as length',
      eb.fn.coalesce('cvs_account_padding', sql.lit('Left')).as('padding'),
    ])
    .$narrowType<Pick<AccountFormat, 'length' | 'padding'>>()
    .execute()
  return { items: new Map(items.map(({ code, ...item }) => [code, item])), accountFormats }
}

/**
 * Returns the day on which the channel reported a line: the day in the header, or the account date of the line.
 * Files of the post office have neither; it reports on the day after the payment.
 */
export const reportDay = ({ values }: BankFileLine, TransDate: string | null): string =>
  TransDate ?? (values.AccountDate === undefined ? addDays(String(values.TradeDate), 1) : String(values.AccountDate))

/** Returns a function that converts the detail lines of a file to reported lines. */
export const lineMaker = (
  file: VerifiedFile,
  { items, accountFormats, holidays }: LineReferences,
): ((line: BankFileLine) => ReportedLine) => {
  const accountOf = accountReader(accountFormats)
  const txnSeqOf = txnSeqReader(file)
  const remitDateOf = remitDateFinder(items, holidays)
  return (line) => {
    const { values } = line
    const ChannelId = channelOfLine(line, file.rules.channel, file.layout)
    const TransDate = reportDay(line, file.TransDate)
    const MarketItemCode = textOf(values, 'MarketItemCode')
    const item = items.get(MarketItemCode ?? '') ?? null
    const Amount = Number(values.Amount)
    return {
      ChannelId,
      MarketItemCode,
      StoreNo: textOf(values, 'StoreNo') ?? textOf(values, 'AgentBranch'),
      TradeDate: String(values.TradeDate),
      TradeTime: textOf(values, 'TradeTime'),
      TransDate,
      AccountDate: textOf(values, 'AccountDate') ?? TransDate,
      ExpectRemitDate: remitDateOf({ ChannelId, TransDate, MarketItemCode }),
      TxnSeq: txnSeqOf(line),
      VACAccount: accountOf(values),
      CurrencyType: 'TWD',
      AmountSign: values.AmountSign === 'Minus' ? 'Minus' : 'Plus',
      Amount,
      ...lineFee({ ChannelId, Amount, reportedFee: feeIn(values) }, item),
      Barcode1: textOf(values, 'Barcode1'),
      Barcode2: textOf(values, 'Barcode2'),
      Barcode3: textOf(values, 'Barcode3'),
      SourceFile: file.name.slice(0, maxNameLength),
      BankFileSerialId: file.SerialId,
      LineNo: line.lineNo,
    }
  }
}

/** Maximum length of the file name that a line stores. */
const maxNameLength = 60

/**
 * Returns a function that finds the day on which the money of a line is expected.
 * The days are cached, because a file has few different ones.
 */
const remitDateFinder = (items: LineReferences['items'], holidays: Holidays) => {
  const dates = new Map<string, string>()
  return (line: Pick<ReportedLine, 'ChannelId' | 'TransDate' | 'MarketItemCode'>): string => {
    const { ChannelId, TransDate, MarketItemCode } = line
    const key = [ChannelId, TransDate, MarketItemCode].join()
    const date = dates.get(key) ?? expectedRemitDate(line, items.get(MarketItemCode ?? '') ?? null, holidays)
    dates.set(key, date)
    return date
  }
}

/** Returns the text in a field; null if it is empty or the layout lacks it. */
const textOf = (values: LineValues, field: string): string | null => {
  const value = values[field]
  return value === undefined || value === '' ? null : String(value)
}

/** Returns the fee in a line; null if the field is blank or the layout lacks it. Zeros are a fee of 0. */
const feeIn = ({ ChannelFee }: LineValues): number | null => (ChannelFee === undefined ? null : Number(ChannelFee))

/** Returns a function that returns the transaction number (TxnSeq) of a line. */
const txnSeqReader = ({ hash, rules: { txnSeqPrefix }, layout }: VerifiedFile): ((line: BankFileLine) => string) => {
  const filePrefix = filePrefixOf(hash)
  const blankSeqOf = blankSeqReader()
  return ({ lineNo, kind, values }) => {
    if (layout.details[kind]?.fields.TxnSeq === undefined) return `${filePrefix}${lineNo}`
    const txnSeq = textOf(values, 'TxnSeq') ?? blankSeqOf(values)
    return txnSeqPrefix === undefined ? txnSeq : `${textOf(values, txnSeqPrefix) ?? ''}${txnSeq}`
  }
}

/**
 * Returns a function that returns the transaction number of a line whose serial is blank: the time and the position
 * among the equal lines of the file.
 * It does not depend on the other lines, so that a file that is sent again with other lines has the same payments.
 */
const blankSeqReader = (): ((values: LineValues) => string) => {
  const counts = new Map<string, number>()
  return (values) => {
    const key = JSON.stringify(values)
    const position = (counts.get(key) ?? 0) + 1
    counts.set(key, position)
    return `-${textOf(values, 'TradeTime') ?? ''}-${position}`
  }
}

/**
 * Returns the prefix of the transaction numbers for lines whose file has none.
 * The prefix depends only on the content of the file, so that a file that is received again has the same lines.
 * The 15 hexadecimal digits become 12 characters, so that the prefix with the number of a line has at most 20
 * characters.
 */
const filePrefixOf = (hash: string): string =>
  `${BigInt(`0x${hash.slice(0, 15)}`)
    .toString(36)
    .padStart(12, '0')}-`

/**
 * Returns a function that reads the account of a line.
 * Zeros at the end of the second barcode belong to the account unless its agreement pads accounts with them.
 */
const accountReader = (formats: readonly AccountFormat[]): ((values: LineValues) => string) => {
  const rightPadded = new Map(
    formats.filter(({ padding }) => padding === 'Right').map((format) => [format.applyCode, format]),
  )
  const applyCodeOf = applyCodeFinder(formats.map(({ applyCode }) => applyCode))
  return ({ VACAccount, Barcode2 }) => {
    const account = plainAccount(String(VACAccount))
    const applyCode = Barcode2 === undefined || rightPadded.size === 0 ? null : applyCodeOf(account)
    const format = rightPadded.get(applyCode ?? '')
    return format ? accountOfSegment2(String(Barcode2), format) : account
  }
}

/** Returns the bank holidays from a date on, without weekends. */
export const holidaysFrom = async (db: Db, date: string): Promise<Holidays> => {
  const holidays = await db.selectFrom('holiday').select('holiday_date').where('holiday_date', '>=', date).execute()
  return new Set(holidays.map(({ holiday_date }) => holiday_date))
}
