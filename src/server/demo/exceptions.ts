import { composeAccount } from '../../domain/accounts/virtual-account'
import { addDays } from '../../domain/dates/dates'
import type { EnumCode } from '../../domain/enums'
import type { StoredBill } from './bills'
import type { DemoAgreement } from './companies'
import type { DemoPayment } from './payment-pattern'
import { type DemoMatching, type ReportedPayment, reportedPayment } from './transaction-line'

/** An agreement and the current day. */
interface ExceptionContext {
  readonly agreement: DemoAgreement
  readonly today: string
}

interface DemoException {
  readonly payment: ReportedPayment
  readonly bill: StoredBill | null
  readonly matching: Partial<DemoMatching>
}

/** Returns transactions that could not be written off: one or two of every type of exception that the agreement and its bills allow. None of them changed a bill. */
export const exceptionsOf = (context: ExceptionContext, bills: readonly StoredBill[]): readonly DemoException[] => {
  const yesterday = addDays(context.today, -1)
  const started = bills.filter(({ term }) => term.start <= yesterday)
  const unpaid = started.filter(({ pattern }) => pattern === 'open')
  const open = unpaid.filter(({ term }) => term.end >= yesterday)
  const withoutPartialPayment = open.filter(({ amount, term }) => !term.collection.allowPartial && amount > 100)
  const pastDeadline = unpaid.filter(({ term }) => term.end < addDays(yesterday, -3))
  const paid = started.filter(({ pattern, term }) => pattern === 'paid' && term.end >= yesterday)
  const voided = started.filter(({ pattern }) => pattern === 'void')
  const { checkType, whiteList } = context.agreement
  const byType: readonly (readonly [EnumCode<'ExceptionType'>, readonly Omit<DemoException, 'matching'>[]])[] = [
    ['OverPaid', open.slice(0, 2).map((bill, index) => paymentToBill(bill, { difference: 100, at: timeOn(yesterday, index), channel: '06' }))],
    [
      'UnderPaid',
      withoutPartialPayment.slice(2, 4).map((bill, index) => paymentToBill(bill, { difference: -50, at: timeOn(yesterday, index), channel: '17' })),
    ],
    ['Duplicate', paid.slice(0, 2).map((bill, index) => paymentToBill(bill, { at: timeOn(yesterday, index), channel: '01' }))],
    ['BillVoided', voided.slice(-2).map((bill, index) => paymentToBill(bill, { at: timeOn(addDays(bill.term.start, 3), index), channel: '02' }))],
    ['Overdue', pastDeadline.slice(-2).map((bill, index) => paymentToBill(bill, { at: timeOn(addDays(bill.term.end, 2), index), channel: '06' }))],
    ['BillNotFound', open.slice(4, 5).map((bill) => paymentWithoutBill(bill, unknownAccount(context.agreement, bill), timeOn(yesterday, 7)))],
    ['VACInvalid', checkType === 'Account' ? open.slice(5, 6).map((bill) => paymentWithoutBill(bill, mistypedAccount(bill), timeOn(yesterday, 8))) : []],
    ['ChannelDisabled', open.slice(6, 7).map((bill) => paymentToBill(bill, { at: timeOn(yesterday, 4), channel: '15' }))],
    ['Incident', whiteList ? open.slice(7, 9).map((bill, index) => paymentToBill(bill, { at: timeOn(yesterday, index), channel: '06' })) : []],
    ['Reversal', open.slice(9, 10).map((bill) => reversed(paymentToBill(bill, { at: timeOn(yesterday, 5), channel: '03' })))],
  ]
  return [
    ...byType.flatMap(([type, exceptions]) =>
      exceptions.map((exception): DemoException => ({ ...exception, matching: { WriteOffStatus: 'Exception', ExceptionType: type } })),
    ),
    ...open.slice(10, 11).map((bill) => ({ ...paymentWithoutBill(bill, unknownAccount(context.agreement, bill), timeOn(yesterday, 9)), matching: {} })),
    ...paid.slice(2, 3).map((bill) => ({ ...paymentToBill(bill, { at: timeOn(yesterday, 6), channel: '01' }), matching: refunded(yesterday) })),
  ]
}

/** Returns a payment of a bill, with `difference` added to its amount. */
const paymentToBill = (bill: StoredBill, { difference = 0, ...payment }: Omit<DemoPayment, 'amount'> & { readonly difference?: number }) => ({
  bill,
  payment: reportedPayment(bill, { ...payment, amount: bill.amount + difference }),
})

/** Returns a transaction of the same amount to an account without a bill. */
const paymentWithoutBill = (bill: StoredBill, account: string, at: string) => ({
  bill: null,
  payment: { ...paymentToBill(bill, { at, channel: '06' }).payment, account, barcodes: null },
})

const reversed = (exception: Omit<DemoException, 'matching'>): Omit<DemoException, 'matching'> => ({
  ...exception,
  payment: { ...exception.payment, sign: 'Minus' },
})

/** The matching of a payment that the company itself refunded. */
const refunded = (day: string): DemoMatching => ({
  WriteOffStatus: 'Invalid',
  ExceptionType: null,
  WriteOffTime: null,
  HandleUser: 'maker01',
  HandleTime: timeOn(day, 12),
  HandleReason: '重複繳款，已退還繳款人',
})

/** Returns the account of a payer who does not exist. */
const unknownAccount = (agreement: DemoAgreement, { amount, term }: StoredBill): string =>
  composeAccount({
    ...agreement,
    length: agreement.vacLength,
    termNo: term.no ?? '',
    payerNo: '9'.repeat(agreement.payerNoLen),
    amount,
    dueDate: term.end,
  })

/** Returns the account of a bill with a wrong check digit. */
const mistypedAccount = ({ account }: StoredBill): string => account.slice(0, -1) + ((Number(account.slice(-1)) + 5) % 10)

/** Returns a time on a day; a higher number is a later time. */
const timeOn = (day: string, hour: number): string => `${day}T${String(hour + 8).padStart(2, '0')}:${String((hour * 17 + 11) % 60).padStart(2, '0')}:05+08:00`
