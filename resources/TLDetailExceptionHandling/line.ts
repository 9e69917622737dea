import { moneyText } from '../../src/browser/format'
import { groupedAccount } from '../../src/domain/accounts/account-text'
import { daysBetween } from '../../src/domain/dates/dates'
import { type EnumCode, enumText } from '../../src/domain/enums'
import { formatMoney } from '../../src/domain/money/money'
import { matchedAmount } from '../../src/domain/payments/channel-fee'
import { rematchDays } from '../../src/domain/payments/match-lines'

/**
 * A line as the list and the detail page of the exceptions contain it.
 * Fields that only the detail page has are optional.
 * Not an interface, because only a type alias is assignable to react-admin's record type.
 */
export type ExceptionLine = {
  readonly id: string
  readonly SerialId: number
  readonly ApplyCode: string | null
  readonly ChannelId: string
  readonly TradeDate: string
  readonly TradeTime: string | null
  readonly TxnSeq: string
  readonly VACAccount: string
  readonly OriginalVACAccount?: string | null
  readonly CurrencyType: string
  readonly AmountSign: EnumCode<'AmountSign'>
  readonly Amount: number
  readonly ChannelFee?: number
  readonly TableFee?: number | null
  readonly FeeBearType?: EnumCode<'FeeBearType'>
  readonly BillSerialId?: number | null
  readonly BillNo: string | null
  readonly PayerName: string | null
  readonly ShouldPayAmount: number | null
  readonly WriteOffStatus: EnumCode<'WriteOffStatus'>
  readonly ExceptionType: EnumCode<'ExceptionType'> | null
  readonly SourceFile?: string | null
  readonly BankFileSerialId?: number | null
  readonly LineNo?: number | null
  readonly HandleUser: string | null
  readonly HandleTime: string | null
  readonly HandleReason: string | null
  readonly UpdateTime: string
}

/** Returns whether the line waits for a person or for a bill. */
export const isOpenLine = ({ WriteOffStatus }: Pick<ExceptionLine, 'WriteOffStatus'>): boolean =>
  WriteOffStatus === 'Exception' || WriteOffStatus === 'NotWrittenOff'

/** Returns an amount as sentences contain it: `4,800 元`, or `USD 10.50`. */
export const amountText = (amount: number, currency: string): string =>
  currency === 'TWD' ? `${formatMoney(amount)} 元` : moneyText(amount, currency)

/** Returns the amount of the line that pays bills. */
export const payableAmount = ({ Amount, ChannelFee = 0, TableFee = null, FeeBearType = 'Deduct' }: ExceptionLine) =>
  matchedAmount({ Amount, ChannelFee, TableFee, FeeBearType })

/** Returns in words why a line waits, or what a person did with it. */
export const waitReason = (line: ExceptionLine): string => {
  const { WriteOffStatus, ExceptionType, HandleUser, HandleReason } = line
  if (WriteOffStatus === 'Exception' && ExceptionType !== null) return exceptionReasons[ExceptionType](line)
  if (WriteOffStatus === 'NotWrittenOff')
    return `還沒有這個虛擬帳號的帳單；收到交易後 ${rematchDays} 天內，系統每晚會與新上傳的帳單再比對。`
  const reason = HandleReason ? `，說明「${HandleReason}」` : ''
  if (WriteOffStatus === 'PendingRelease') return `${HandleUser ?? '經辦'} 已提出處理，等另一人放行${reason}。`
  return `由 ${HandleUser ?? '系統'} ${enumText('WriteOffStatus', WriteOffStatus).replace('已', '')}${reason}。`
}

type ReasonOf = (line: ExceptionLine) => string

const billOf = ({ BillNo }: ExceptionLine): string => (BillNo === null ? '帳單' : `帳單 ${BillNo} `)

const exceptionReasons: Readonly<Record<EnumCode<'ExceptionType'>, ReasonOf>> = {
  Duplicate: (line) => `${billOf(line)}先前已經繳清，這筆又收到 ${lineAmount(line)}。`,
  OverPaid: (line) => `${dueText(line)}收到 ${lineAmount(line)}，多於還沒繳的金額。`,
  UnderPaid: (line) => `${dueText(line)}收到 ${lineAmount(line)}，不足還沒繳的金額；代收類別不收部分繳款。`,
  BillNotFound: ({ VACAccount }) => `沒有虛擬帳號 ${groupedAccount(VACAccount)} 的帳單。`,
  Overdue: (line) => `繳款時已超過${billOf(line)}的繳款期限，代收類別不收逾期繳款。`,
  BillVoided: (line) => `${billOf(line)}已作廢，款項卻已收到。`,
  VACInvalid: ({ ApplyCode, VACAccount }) =>
    ApplyCode === null
      ? `虛擬帳號 ${groupedAccount(VACAccount)} 不屬於任何代收約定。`
      : `虛擬帳號 ${groupedAccount(VACAccount)} 的長度或檢查碼不符，可能打錯帳號。`,
  ChannelDisabled: ({ ChannelId }) => `代收約定沒有啟用「${enumText('Channel', ChannelId)}」，或約定已停用。`,
  Incident: ({ VACAccount }) => `虛擬帳號 ${groupedAccount(VACAccount)} 沒有有效的特殊檢核資料。`,
  Reversal: () => '通路要沖正一筆繳款，但找不到原交易。',
}

const lineAmount = (line: ExceptionLine): string => {
  const { Amount, CurrencyType } = line
  const fee = Amount - payableAmount(line)
  return `${amountText(Amount, CurrencyType)}${fee > 0 ? `（含繳款人負擔的手續費 ${amountText(fee, CurrencyType)}）` : ''}`
}

// How much is still unpaid is not known here: a part of the bill may have been paid.
const dueText = (line: ExceptionLine): string =>
  line.ShouldPayAmount === null
    ? billOf(line)
    : `${billOf(line)}應繳 ${amountText(line.ShouldPayAmount, line.CurrencyType)}，`

/** Returns how long a line has waited since its trade date, in words. */
export const waitTime = ({ TradeDate }: Pick<ExceptionLine, 'TradeDate'>, today: string): string => {
  const days = daysBetween(TradeDate, today)
  return days < 1 ? '今天收到' : `已等 ${days} 天`
}

/** Returns the line of a dialog. */
export const lineOf = ({ records: [line] }: { readonly records: readonly object[] }): ExceptionLine => {
  if (line === undefined) throw new Error('The dialog was opened without a line.')
  return line as ExceptionLine
}
