import type { Barcodes } from '../../domain/barcodes/cvs-barcode'
import { addDays } from '../../domain/dates/dates'
import type { EnumCode } from '../../domain/enums'
import { barcodesOf, type StoredBill } from './bills'
import type { DemoPayment } from './payment-pattern'
import { marketItems } from './references'

/** A payment as a channel reports it, before it is matched. */
export interface ReportedPayment extends DemoPayment {
  readonly applyCode: string
  readonly account: string
  readonly marketItem: string
  /** The barcodes; null if the channel reads none. */
  readonly barcodes: Barcodes | null
  readonly sign: 'Plus' | 'Minus'
}

/** Returns the payment of a bill as a channel reports it. */
export const reportedPayment = (bill: StoredBill, payment: DemoPayment): ReportedPayment => ({
  ...payment,
  applyCode: bill.agreement.applyCode,
  account: bill.account,
  marketItem: bill.term.collection.marketItem,
  barcodes: barcodesOf(bill),
  sign: 'Plus',
})

/** Returns the transaction line of a payment, not yet matched. */
export const transactionLine = (payment: ReportedPayment, seq: number) => {
  const { amount, at, channel } = payment
  const item = isStore(channel) ? marketItems.find(({ MarketItemCode }) => MarketItemCode === payment.marketItem) : undefined
  const fee = channelFee(channel, amount, item)
  const bearer = item?.FeeBearType ?? 'Deduct'
  // A fee that the payer bears is paid on top of the amount.
  const gross = bearer === 'Increase' ? amount + fee : amount
  const tradeDate = at.slice(0, 10)
  const transDate = isStore(channel) || channel === '05' ? addDays(tradeDate, 1) : tradeDate
  const [Barcode1 = null, Barcode2 = null, Barcode3 = null] = item ? (payment.barcodes ?? []) : []
  return {
    ApplyCode: payment.applyCode,
    ChannelId: channel,
    MarketItemCode: item?.MarketItemCode ?? null,
    StoreNo: item ? String(100_000 + ((seq * 7919) % 90_000)) : null,
    TradeDate: tradeDate,
    TradeTime: at.slice(11, 19).replaceAll(':', ''),
    TransDate: transDate,
    AccountDate: transDate,
    TxnSeq: String(seq).padStart(6, '0'),
    VACAccount: payment.account,
    CurrencyType: 'TWD',
    AmountSign: payment.sign,
    Amount: gross,
    ChannelFee: fee,
    FeeBearType: bearer,
    NetAmount: gross - fee,
    Barcode1,
    Barcode2,
    Barcode3,
    SourceFile: `${isStore(channel) ? 'MART' : channel === '05' ? 'POST' : 'BANK'}.${transDate.replaceAll('-', '')}`,
  }
}

const isStore = (channel: string): boolean => ['01', '02', '03', '04'].includes(channel)

/** Returns the fee of a channel of the demo bank. */
const channelFee = (channel: string, amount: number, item: { readonly ChannelFee: number } | undefined): number => {
  if (item) return item.ChannelFee
  if (channel !== '05') return 10
  return amount <= 100 ? 5 : amount <= 1000 ? 10 : 15
}

/** Returns the columns of a transaction line that describe its bill. */
export const billColumns = (bill: StoredBill | null) => ({
  BillSerialId: bill?.serialId ?? null,
  BillNo: bill?.billNo ?? null,
  PayerName: bill?.payer.PayerName ?? null,
  ShouldPayAmount: bill?.amount ?? null,
})

/** The columns of a transaction line that describe how it was matched. */
export interface DemoMatching {
  readonly WriteOffStatus: EnumCode<'WriteOffStatus'>
  readonly ExceptionType: EnumCode<'ExceptionType'> | null
  readonly WriteOffTime: string | null
  readonly HandleUser: string | null
  readonly HandleTime: string | null
  readonly HandleReason: string | null
}

/** The columns of a transaction line that has not been matched. */
export const unmatched: DemoMatching = {
  WriteOffStatus: 'NotWrittenOff',
  ExceptionType: null,
  WriteOffTime: null,
  HandleUser: null,
  HandleTime: null,
  HandleReason: null,
}
