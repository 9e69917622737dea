import {
  type AccountPadding,
  type Barcodes,
  isMarketBarcodeDate,
  marketBarcodes,
  type Segment3Date,
} from '../barcodes/market-barcode'
import { isPostBarcodeDate, postBarcodes } from '../barcodes/post-barcode'
import { twqrTransfer } from '../barcodes/twqr'
import { formatRocLong } from '../dates/roc-date'
import { type EnumCode, enumText } from '../enums'
import { formatMoney } from '../money/money'
import { isOverdue } from './bill'

/** The records and settings from which the barcodes and open channels of a bill are computed. */
export interface BillCodesSource {
  readonly bill: {
    readonly CurrencyType: string
    readonly ShouldPayAmount: number
    readonly PaidAmount: number
    readonly PaymentEndDate: string
    readonly MarketEndDate: string | null
    readonly VACAccount: string
  }
  /** The values that the barcodes need. `Channels` contains only the channels that are open for this bill. */
  readonly agreement: {
    readonly Channels: readonly string[]
    readonly PostGiroAccount: string | null
    /** Default: MMDD. */
    readonly CvsThirdSegmentDate?: Segment3Date | null
    /** Default: Left. */
    readonly CvsAccountPadding?: AccountPadding | null
  }
  readonly marketItem: MarketItem | null
  /** Whether the category still accepts payments after the deadline. */
  readonly allowOverdue: boolean
}

/** The barcodes and channels by which the outstanding amount of a bill can be paid on a day. */
export interface BillCodes {
  /** The outstanding amount. */
  readonly amount: number
  readonly market: MarketCollection
  readonly post: Barcodes | null
  /** Codes of the channels that accept a payment on that day. */
  readonly channels: readonly string[]
  /** Notices for payers about an overdue bill, and about payment at a store. */
  readonly notices: readonly string[]
}

/**
 * Returns the barcodes, channels and notices for the outstanding amount of a bill as of today.
 * Slips and screens show them.
 */
export const billCodes = (source: BillCodesSource, today: string): BillCodes => {
  const amount = source.bill.ShouldPayAmount - source.bill.PaidAmount
  const data = barcodeDataOf(source, amount)
  const computedMarket = marketCollection(data, source.marketItem, today)
  const isBillOverdue = isOverdue(source.bill, today)
  // If stores do not accept an overdue bill, its slip says that it is overdue, even if there is another reason as well.
  const market =
    isBillOverdue && 'refusal' in computedMarket ? { refusal: '本單已逾繳費期限，超商不再受理' } : computedMarket
  const channels = isBillOverdue ? overdueChannels(source, market) : source.agreement.Channels
  const notices = [...(isBillOverdue ? [overdueNotice(channels)] : []), ...storeNotices(source, market)]
  return { amount, market, post: postCollection(data, source.agreement.PostGiroAccount, today), channels, notices }
}

const barcodeDataOf = ({ bill, agreement }: BillCodesSource, amount: number): BarcodeData => ({
  amount,
  currency: bill.CurrencyType,
  account: bill.VACAccount,
  dueDate: bill.PaymentEndDate,
  marketEndDate: bill.MarketEndDate,
  channels: agreement.Channels,
  segment3Date: agreement.CvsThirdSegmentDate ?? 'MMDD',
  padding: agreement.CvsAccountPadding ?? 'Left',
})

const postOffice = '05'
const twqrChannel = '16'

// 約定扣款 and 票交所ACH: payers do not start direct debits.
const debitChannels: readonly string[] = ['07', '09']

const overdueChannels = ({ agreement, allowOverdue }: BillCodesSource, market: MarketCollection): readonly string[] => {
  const stores = 'barcodes' in market ? agreement.Channels.filter((channel) => storeChannels.includes(channel)) : []
  // The barcode for the post office has expired.
  const closedChannels = [postOffice, ...debitChannels]
  return [
    ...stores,
    ...(allowOverdue
      ? agreement.Channels.filter((channel) => ![...storeChannels, ...closedChannels].includes(channel))
      : []),
  ]
}

const overdueNotice = (channels: readonly string[]): string =>
  channels.length > 0
    ? `本單已逾繳費期限，仍可使用：${textOfChannels(channels)}。`
    : '本單已逾繳費期限，各通路均不再受理，請洽收款單位。'

const textOfChannels = (channels: readonly string[]): string =>
  [
    ...new Set(channels.map((channel) => (storeChannels.includes(channel) ? '超商' : enumText('Channel', channel)))),
  ].join('、')

/**
 * Returns the names of the channels by which payers can pay a bill today, such as 超商、ATM轉帳.
 * Direct debits are omitted, and so are channels that need a barcode or QR code which the bill does not have.
 */
export const paymentWays = ({
  channels,
  market,
  post,
  twqr,
}: Pick<BillCodes, 'channels' | 'market' | 'post'> & { readonly twqr: string }): string =>
  textOfChannels(
    channels.filter((channel) => {
      if (storeChannels.includes(channel)) return 'barcodes' in market
      if (channel === twqrChannel) return twqr !== ''
      return channel === postOffice ? post !== null : !debitChannels.includes(channel)
    }),
  )

/** Returns the TWQR payload that pays the outstanding amount of a bill; empty if the bill cannot be paid by TWQR. */
export const twqrPayload = (
  { bill }: Pick<BillCodesSource, 'bill'>,
  { amount, channels }: Pick<BillCodes, 'amount' | 'channels'>,
  bankCode: string,
): string =>
  channels.includes(twqrChannel) && bill.CurrencyType === 'TWD' && amount > 0 && bill.VACAccount
    ? twqrTransfer({ bankCode, account: bill.VACAccount, amount })
    : ''

const storeNotices = ({ bill }: BillCodesSource, market: MarketCollection): readonly string[] => {
  if (!('barcodes' in market)) return []
  const fee =
    market.fee > 0
      ? [`至超商繳款另加手續費 ${formatMoney(market.fee)} 元，合計 ${formatMoney(market.amount)} 元。`]
      : []
  const extended =
    bill.MarketEndDate && bill.MarketEndDate !== bill.PaymentEndDate
      ? [`超商代收至${formatRocLong(bill.MarketEndDate)}止。`]
      : []
  return [...fee, ...extended]
}

/** A 超商代收項目 with its range of amounts. */
export interface MarketItem {
  readonly MarketItemCode: string
  readonly MinAmount: number
  readonly MaxAmount: number
  readonly FeeBearType: EnumCode<'FeeBearType'>
  readonly ChannelFee: number
}

/** The values of a bill from which its barcodes are computed. */
export interface BarcodeData {
  /** The outstanding amount, in the smallest unit of the currency. */
  readonly amount: number
  readonly currency: string
  readonly account: string
  readonly dueDate: string
  /** 超商代收期限; null = the due date. */
  readonly marketEndDate: string | null
  /** Codes of the channels that are open for this bill: the channels of its category that the agreement also allows. */
  readonly channels: readonly string[]
  readonly segment3Date?: Segment3Date
  readonly padding?: AccountPadding
}

/**
 * The barcodes for a convenience store, with the amount that the store collects and the fee that this amount includes;
 * or the message that is printed if there are no barcodes.
 */
export type MarketCollection =
  | { readonly barcodes: Barcodes; readonly amount: number; readonly fee: number }
  | { readonly refusal: string }

/** Maximum amount of one payment at a convenience store, in NTD. */
export const marketLimit = 60_000

/** Channels that are convenience stores: 統一超商, 全家, OK, 萊爾富, 美廉社. */
export const storeChannels: readonly string[] = ['01', '02', '03', '04', '14']

/**
 * Returns the fee that the payer pays at the store in addition to the bill.
 * The limits of the store and of its item concern the amount with this fee, because that is the amount in the barcode.
 */
export const payerFee = ({ FeeBearType, ChannelFee }: MarketItem): number =>
  FeeBearType === 'Increase' ? ChannelFee : 0

/** Why stores do not accept a bill, with the message that is printed instead of the barcodes. */
const marketRefusalTexts = {
  notOffered: '本單未開放超商代收，請改用其他通路繳款',
  currency: '外幣帳單不適用超商代收，請改用其他通路繳款',
  aboveMaximum: '本單金額逾超商代收上限，請改用其他通路繳款',
  belowMinimum: '本單金額未達超商代收下限，請改用其他通路繳款',
  deadlinePassed: '本單已逾超商代收期限，請改用其他通路繳款',
  deadlineNotPrintable: '本單繳款期限無法印成超商條碼，請改用其他通路繳款',
} as const

/** Returns the reason why stores do not accept a bill; null if they do. */
export const marketRefusal = (
  bill: BarcodeData,
  item: MarketItem | null,
  today: string,
): keyof typeof marketRefusalTexts | null => {
  const deadline = bill.marketEndDate ?? bill.dueDate
  if (!item || !bill.channels.some((channel) => storeChannels.includes(channel))) return 'notOffered'
  if (bill.currency !== 'TWD') return 'currency'
  const collected = bill.amount + payerFee(item)
  if (collected > Math.min(item.MaxAmount, marketLimit)) return 'aboveMaximum'
  if (bill.amount < 1 || collected < item.MinAmount) return 'belowMinimum'
  if (deadline < today) return 'deadlinePassed'
  return isMarketBarcodeDate(deadline, today) && isMarketBarcodeDate(bill.dueDate, today)
    ? null
    : 'deadlineNotPrintable'
}

/**
 * Returns the store barcodes of a bill, or the message that says why it has none.
 * A fee that the payer bears is added to the amount that the store collects.
 */
export const marketCollection = (bill: BarcodeData, item: MarketItem | null, today: string): MarketCollection => {
  const reason = marketRefusal(bill, item, today)
  if (!item || reason) return { refusal: marketRefusalTexts[reason ?? 'notOffered'] }
  const deadline = bill.marketEndDate ?? bill.dueDate
  const fee = payerFee(item)
  const amount = bill.amount + fee
  const { dueDate, account, segment3Date = 'MMDD', padding = 'Left' } = bill
  return {
    barcodes: marketBarcodes({
      deadline,
      dueDate,
      itemCode: item.MarketItemCode,
      account,
      amount,
      segment3Date,
      padding,
      today,
    }),
    amount,
    fee,
  }
}

/** Returns the post office barcodes of a bill, or null if the post office does not accept the bill. */
export const postCollection = (bill: BarcodeData, giroAccount: string | null, today: string): Barcodes | null => {
  const isOpen =
    bill.channels.includes(postOffice) &&
    bill.currency === 'TWD' &&
    bill.dueDate >= today &&
    isPostBarcodeDate(bill.dueDate)
  // The barcode has eight digits for the amount.
  if (!isOpen || !giroAccount || bill.amount < 1 || bill.amount > 99_999_999) return null
  return postBarcodes({ giroAccount, deadline: bill.dueDate, account: bill.account, amount: bill.amount })
}
