import type {
  PayerBill,
  PayerData,
  PayerLoginField,
  PayerLoginResponse,
  PayerPayment,
  PaymentData,
  PaymentLink,
  UniformNoField,
} from '../../contract/call-responses'
import { billStatus, closedReason } from '../../domain/bills/bill'
import { taipeiToday } from '../../domain/dates/dates'
import {
  type AnswerValues,
  itemsOf,
  neededNumber,
  neededText,
  numberOr,
  textOr,
  valuesOf,
  withDefaults,
} from './values'

/**
 * Reads the answer of a payer's sign-in.
 * Needs JWTToken; of a bill SerialId, PaymentEndDate and ShouldPayAmount; of a payment SerialId, PaidTime and PaidAmount.
 */
export const readPayerLogin = (outData: unknown): PayerLoginResponse => {
  const answer = valuesOf(outData)
  return { JWTToken: neededText(answer, 'JWTToken'), ...paymentDataOf(answer) }
}

/** Reads the answer with the payer's bills and payments; needs the same of them as the sign-in. */
export const readPaymentData = (outData: unknown): PaymentData => paymentDataOf(valuesOf(outData))

const paymentDataOf = (answer: AnswerValues): PaymentData => {
  const CustomerName = textOr(valuesOf(answer.data).CustomerName, '')
  const DataLists1 = itemsOf(answer.DataLists1).map((bill) => billOf(valuesOf(bill), CustomerName))
  const DataLists2 = itemsOf(answer.DataLists2).map((payment) => paymentOf(valuesOf(payment), CustomerName))
  const data = withDefaults<PayerData>(valuesOf(answer.data), {
    PayerName: DataLists1[0]?.PayerName ?? '',
    CustomerName: DataLists1[0]?.CustomerName ?? '',
    LoginTime: new Date().toISOString(),
    LastLoginTime: null,
    MayReveal: false,
    BillCount: DataLists1.length,
    PaymentCount: DataLists2.length,
    IsCut: false,
  })
  const ModelType = answer.ModelType === 1 || answer.ModelType === 2 ? answer.ModelType : modelTypeOf(DataLists1)
  return { data, ModelType, DataLists1, DataLists2 }
}

const modelTypeOf = (bills: readonly PayerBill[]): PaymentData['ModelType'] => (bills.some(isUnpaid) ? 1 : 2)

const isUnpaid = ({ BillStatus, ShouldPayAmount, PaidAmount }: PayerBill): boolean =>
  closedReason({ BillState: BillStatus === 'Void' ? 'Void' : 'Active', ShouldPayAmount, PaidAmount }) === null

const billOf = (bill: AnswerValues, customerName: string): PayerBill => {
  const amounts = {
    ShouldPayAmount: neededNumber(bill, 'ShouldPayAmount'),
    PaymentEndDate: neededText(bill, 'PaymentEndDate'),
  }
  const isPaid = paidStatuses.includes(textOr(bill.BillStatus, textOr(bill.PayStatus, '')))
  const PaidAmount = numberOr(bill, 'PaidAmount', isPaid ? amounts.ShouldPayAmount : 0)
  const BillState = bill.BillState === 'Void' ? 'Void' : 'Active'
  return {
    ...withDefaults<Omit<PayerBill, keyof typeof amounts | 'SerialId' | 'PaidAmount'>>(bill, {
      UniformNo: '',
      CustomerName: customerName,
      CustomerPhone: '',
      BillTermName: textOr(bill.BillTermId, ''),
      BillNo: '',
      PayerName: '',
      FeeItems: [],
      CurrencyType: 'TWD',
      PaymentStartDate: '',
      VACAccount: '',
      BillStatus: billStatus({ ...amounts, PaidAmount, BillState }, taipeiToday(new Date())),
      MarketBarcodes: [],
      MarketRefusal: '',
      PostBarcodes: [],
      TWQRPayload: '',
      BankCode: '',
      Channels: [],
      IsClosed: false,
      Notices: '',
    }),
    ...amounts,
    SerialId: neededNumber(bill, 'SerialId'),
    PaidAmount,
  }
}

// A bill without an amount of its payments may still say that it is paid.
const paidStatuses = ['Paid', 'OverPaid']

const paymentOf = (payment: AnswerValues, customerName: string): PayerPayment => ({
  ...withDefaults<Omit<PayerPayment, 'SerialId' | 'PaidAmount' | 'PaidTime'>>(payment, {
    DetailId: textOr(payment.DetailId, `${textOr(payment.SerialId, '')} ${textOr(payment.PaidTime, '')}`),
    CustomerName: customerName,
    BillTermName: textOr(payment.BillTermId, ''),
    BillNo: '',
    CurrencyType: 'TWD',
    ChannelId: '',
    ReceiptNo: '－',
    // Only reversed and cancelled payments need a state, and a backend without the state has none of them.
    EntryState: 'Live',
    CounterTime: null,
  }),
  SerialId: neededNumber(payment, 'SerialId'),
  PaidAmount: neededNumber(payment, 'PaidAmount'),
  PaidTime: neededText(payment, 'PaidTime'),
})

/** Reads the companies whose payers may sign in; needs UniformNo. Without Fields, payers sign in with an account. */
export const readUniformNoFields = (outData: unknown): readonly UniformNoField[] =>
  itemsOf(outData).map((item) => {
    const company = valuesOf(item)
    const Fields = itemsOf(company.Fields).map((field) => loginFieldOf(valuesOf(field)))
    return {
      UniformNo: neededText(company, 'UniformNo'),
      CustomerName: textOr(company.CustomerName, ''),
      Fields: Fields.length > 0 ? Fields : [loginFieldOf({ Field: 'VACAccount', Required: true })],
    }
  })

const loginFieldOf = (field: AnswerValues): UniformNoField['Fields'][number] => {
  const name = neededText(field, 'Field') as PayerLoginField
  return { Field: name, Label: textOr(field.Label, loginFieldLabels[name] ?? name), Required: field.Required === true }
}

const loginFieldLabels: Readonly<Record<PayerLoginField, string>> = {
  VACAccount: '銷帳編號',
  IdNo: '身分證字號／統一編號',
  PayerId: '繳款人代號',
  Mobile: '行動電話',
}

/** Reads the address of a page where a bill is paid: an object with Url, or the address itself. */
export const readPaymentLink = (outData: unknown): PaymentLink => ({
  Url: textOr(outData, textOr(valuesOf(outData).Url, '')),
})
