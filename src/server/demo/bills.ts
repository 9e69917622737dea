import { composeAccount } from '../../domain/accounts/virtual-account'
import type { Barcodes } from '../../domain/barcodes/cvs-barcode'
import { payStatus } from '../../domain/bills/bill'
import { type MarketItem, marketCollection } from '../../domain/bills/bill-codes'
import { addDays } from '../../domain/dates/dates'
import { type DemoCollection, demoChannels } from './companies'
import type { DemoPayer } from './payers'
import { type BillContext, type DemoPayment, type PaymentPattern, patternOf, paymentsOf, paysByDirectDebit } from './payment-pattern'
import type { RandomInteger } from './random'
import { marketItems } from './references'
import { type DemoTerm, isClosed } from './terms'

/** A bill as a record, with its payments. */
export interface DemoBill {
  readonly record: ReturnType<typeof billRecord>
  readonly payments: readonly DemoPayment[]
  readonly pattern: PaymentPattern
  readonly term: DemoTerm
}

/** Returns the bill of a payer for a term. */
export const demoBill = (context: BillContext, numbers: { readonly billNo: string; readonly batchNo: string | null }, random: RandomInteger): DemoBill => {
  const items = feeItems(context.term.collection, random)
  const amount = items.reduce((sum, item) => sum + item.Amount, 0)
  const pattern = patternOf(context, random)
  const payments = paymentsOf(pattern, amount, context, random)
  return {
    record: { ...billRecord(context, items, amount, numbers), ...paymentColumns(pattern, amount, payments), ...noticeColumns(pattern, context, random) },
    payments,
    pattern,
    term: context.term,
  }
}

const billRecord = (
  { agreement, term, payer }: BillContext,
  items: readonly FeeItem[],
  amount: number,
  numbers: { billNo: string; batchNo: string | null },
) => {
  const account = composeAccount({
    applyCode: agreement.applyCode,
    checkType: agreement.checkType,
    scheme: agreement.scheme,
    length: agreement.vacLength,
    termNo: term.no ?? '',
    payerNo: payer.PayerNo,
    amount,
    dueDate: term.end,
  })
  return {
    ...payerColumns(payer),
    BillNo: numbers.billNo,
    BillTermId: term.id,
    BillCategoryCode: term.collection.code,
    CurrencyType: 'TWD',
    FeeItems: items,
    ShouldPayAmount: amount,
    VACAccount: account,
    AccountState: isClosed(term) ? 'Released' : 'InUse',
    PaymentStartDate: term.start,
    PaymentEndDate: term.end,
    ImportBatchNo: numbers.batchNo,
    DebitFlag: paysByDirectDebit(payer),
    Notices: null,
  }
}

interface FeeItem {
  readonly SortNo: number
  readonly FeeCode: string
  readonly FeeName: string
  readonly Amount: number
}

/** Returns the fees of a bill: the first one always, each of the others in two bills out of three. */
const feeItems = ({ fees }: DemoCollection, random: RandomInteger): readonly FeeItem[] =>
  fees
    .filter((_, i) => i === 0 || random(3) > 0)
    .map(({ code, name, amounts }, i) => ({ SortNo: i + 1, FeeCode: code, FeeName: name, Amount: amounts[random(amounts.length)] ?? amounts[0] }))

/** Returns the columns that depend on the payments. */
const paymentColumns = (pattern: PaymentPattern, amount: number, payments: readonly DemoPayment[]) => {
  const paid = payments.reduce((sum, payment) => sum + payment.amount, 0)
  const last = payments.at(-1)
  return {
    PaidAmount: paid,
    PayStatus: payStatus(paid, amount),
    BillState: pattern === 'void' ? 'Void' : 'Active',
    PaidTime: last?.at ?? null,
    ChannelId: last?.channel ?? null,
    Remark: { overpaid: '溢繳金額將於次期扣抵', void: '金額有誤，已作廢', partial: '已繳部分款項', open: null, paid: null, instalments: '分期繳納' }[pattern],
  }
}

/** Returns the columns about prints and reminders: slips are printed for payers without direct debit; some who have not paid after two weeks are reminded. */
const noticeColumns = (pattern: PaymentPattern, { term, payer, today }: BillContext, random: RandomInteger) => {
  const remindedOn = addDays(term.start, 14)
  const isReminded = pattern === 'open' && remindedOn < today && random(2) === 0
  const time = `${remindedOn}T10:${String(random(60)).padStart(2, '0')}:00+08:00`
  return {
    PrintCount: paysByDirectDebit(payer) ? 0 : 1 + Number(random(9) === 0),
    MailNoticeTime: isReminded ? time : null,
    SmsNoticeTime: isReminded && payer.NotifyMethod.includes('SMS') ? time : null,
  }
}

/** Returns the columns of a payer that a bill copies. */
const payerColumns = ({ ApplyCode, PayerUnitId, PayerId, PayerNo, PayerName, IdNo, Mobile, Email, ZipCode, Address }: DemoPayer) => {
  return { ApplyCode, PayerUnitId, PayerId, PayerNo, PayerName, IdNo, Mobile, Email, ZipCode, Address }
}

/** Returns the store barcodes of a bill as of the first day of its term, when it was created; null if stores do not accept it. */
export const barcodesOf = ({ record, term: { collection, start, end } }: Pick<DemoBill, 'record' | 'term'>): Barcodes | null => {
  const bill = { amount: record.ShouldPayAmount, currency: 'TWD', account: record.VACAccount, dueDate: end, marketEndDate: null, channels: demoChannels }
  const item: MarketItem | null = marketItems.find(({ MarketItemCode }) => MarketItemCode === collection.marketItem) ?? null
  const market = marketCollection(bill, item, start)
  return 'barcodes' in market ? market.barcodes : null
}

/** Returns the payments of a bill as records. */
export const paymentRecords = ({ record, payments }: DemoBill, serialId: number) =>
  payments.map(({ amount, at, channel }, index) => ({
    DetailId: `D${String(serialId).padStart(10, '0')}${String(index + 1).padStart(2, '0')}`,
    BillSerialId: serialId,
    Amount: amount,
    PaidTime: at,
    ChannelId: channel,
    ReceiptNo: `R${record.BillNo.slice(1, 7)}${String(serialId).padStart(6, '0')}${index === 0 ? '' : index + 1}`,
  }))
