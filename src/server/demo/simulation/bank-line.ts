import { formatRoc7 } from '../../../domain/dates/roc-date'
import { lineFee } from '../../../domain/payments/channel-fee'
import type { LineValues } from '../../payments/files/bank-file'
import type { ChannelPayment } from './payment'
import { isPostOffice, isStore, type PayerSlip, postOfficeBarcodes, storeCollection } from './slip'

/** The layouts of the files in which channels report payments. */
export type PaymentLayout = 'store' | 'bank' | 'post'

/** A payment as a detail line of a bank file. */
export interface PaymentLine {
  readonly layout: PaymentLayout
  readonly kind: 'payment' | 'insurance'
  readonly values: LineValues
}

/** Returns the line in which the channel reports a payment. */
export const paymentLine = (payment: ChannelPayment): PaymentLine => {
  if (isPostOffice(payment.channel)) return { layout: 'post', kind: 'payment', values: postOfficeValues(payment) }
  if (!isStore(payment.channel)) return { layout: 'bank', kind: 'payment', values: bankValues(payment) }
  return payment.slip.marketItem?.MarketItemCode === insuranceItem
    ? { layout: 'store', kind: 'insurance', values: insuranceValues(payment) }
    : { layout: 'store', kind: 'payment', values: storeValues(payment) }
}

/** The market item with its own kind of line (`insurance`) in the files of stores. */
const insuranceItem = 'I0O'

/** The codes of the stores in their files (代收機構代號), by channel. */
export const agencyCodes: Readonly<Record<string, string>> = {
  '01': '7111111',
  '02': 'TFM',
  '03': 'OKM',
  '04': 'HILIFE',
  '14': 'SIM',
}

const storeValues = (payment: ChannelPayment): LineValues => {
  const [Barcode1, Barcode2, Barcode3] = storeCollection(payment.slip)?.barcodes ?? ['', '', '']
  return {
    CompanyCode: payment.slip.marketItem?.MarketItemCode ?? '',
    AgencyCode: agencyCodes[payment.channel] ?? '',
    StoreNo: storeNoOf(payment),
    TransferAccount: '0'.repeat(14),
    AccountDate: payment.reportedOn,
    TradeDate: tradeDateOf(payment),
    Barcode1,
    Barcode2,
    Barcode3,
  }
}

const insuranceValues = (payment: ChannelPayment): LineValues => ({
  AgencyCode: agencyCodes[payment.channel] ?? '',
  AccountDate: payment.reportedOn,
  TradeDate: tradeDateOf(payment),
  VACAccount: payment.account,
  DueMonthDay: payment.slip.PaymentEndDate.slice(5).replace('-', ''),
  CheckDigits: storeCollection(payment.slip)?.barcodes[2].slice(4, 6) ?? '',
  Amount: payment.amount,
  StoreNo: storeNoOf(payment),
})

const bankValues = (payment: ChannelPayment): LineValues => {
  const { agreement } = payment.slip
  const reportedDay = payment.reportedOn.replaceAll('-', '')
  return {
    // The field has 13 digits, so the first of 14 digits is omitted.
    RealAccount: agreement.RealAccount.padStart(13, '0').slice(-13),
    TradeDate: tradeDateOf(payment),
    TradeTime: payment.at.slice(11, 19).replaceAll(':', ''),
    VACAccount: payment.account,
    AmountSign: payment.sign,
    Amount: payment.amount,
    Summary: summaries[payment.channel] ?? '轉帳',
    AgentBranch: '0001',
    TradeChannel: 'SA',
    ChannelId: payment.channel,
    ChangeDate: reportedDay,
    AccountDate: payment.reportedOn,
    TxnSeq: payment.seq,
    ApplyCode: agreement.rule.applyCode.slice(0, 6),
    ChannelFee: lineFee({ ChannelId: payment.channel, Amount: payment.amount }, null).ChannelFee,
  }
}

const summaries: Readonly<Record<string, string>> = {
  '00': '臨櫃',
  '06': 'ATM',
  '07': '扣款',
  '17': '網銀',
  A2: '匯款',
}

const postOfficeValues = (payment: ChannelPayment): LineValues => ({
  GiroAccount: payment.slip.agreement.PostGiroAccount ?? '00000000',
  TradeDate: tradeDateOf(payment),
  StoreNo: storeNoOf(payment),
  // A421 is an online payment.
  TradeCode: payment.channel === '05' ? '0587' : 'A421',
  TxnSeq: `0${payment.seq}`,
  AmountSign: payment.sign,
  Amount: payment.amount,
  PaymentEndDate: formatRoc7(payment.slip.PaymentEndDate),
  VACAccount: payment.account,
  CheckCode: postOfficeBarcodes(payment.slip)?.[1].slice(-1) ?? '',
})

const tradeDateOf = ({ at }: ChannelPayment): string => at.slice(0, 10)

/**
 * Returns the number of the store or post office that reports a payment.
 * It depends on the bill, so that repeated payments have the same number; the factor is a prime, which spreads the
 * numbers.
 */
export const storeNoOf = ({ slip }: { readonly slip: PayerSlip }): string =>
  String(100_000 + ((slip.SerialId * 7919) % 90_000))
