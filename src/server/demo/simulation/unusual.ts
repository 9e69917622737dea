import { checkLength, composeAccount, hasDueDate } from '../../../domain/accounts/virtual-account'
import { addDays } from '../../../domain/dates/dates'
import type { ExceptionType } from '../../../domain/payments/line'
import { type ChannelPayment, type PaymentContext, payersChannel, slipPayment, transfer, transferChannels } from './payment'
import { isLate, isPayableOnTime, isUnpaid, type PayerSlip, slipAmount } from './slip'

/** Everything that can be unusual about a payment: what makes it an exception, the reversal of an earlier line, and a line that is reported twice. */
export type UnusualKind = ExceptionType | 'Reversed' | 'Repeated'

/** Returns the payments of a payer; none if the slip cannot be paid in this way. */
type Behaviour = (slip: PayerSlip, context: PaymentContext) => readonly ChannelPayment[]

/** How payers and channels bring about each unusual kind. */
export const unusualBehaviours: Readonly<Record<UnusualKind, Behaviour>> = {
  OverPaid: (slip, context) =>
    hasNoWhiteList(slip) && isPayableOnTime(slip, dayOf(context)) ? [transfer(slip, { amount: slipAmount(slip) + 100 }, context)] : [],
  UnderPaid: (slip, context) =>
    hasNoWhiteList(slip) && isPayableOnTime(slip, dayOf(context)) && !slip.AllowPartial && slipAmount(slip) > 50
      ? [transfer(slip, { amount: slipAmount(slip) - 50 }, context)]
      : [],
  Duplicate: (slip, context) => {
    if (slip.agreement.UseWhiteList || slip.BillState === 'Void' || isLate(slip, dayOf(context))) return []
    const second = transfer(slip, {}, { ...context, at: anHourLater(context.at) })
    return isUnpaid(slip) ? [slipPayment(slip, payersChannel(slip, context.random), context), second] : [second]
  },
  BillNotFound: (slip, context) =>
    hasNoWhiteList(slip) && isPayableOnTime(slip, dayOf(context)) ? [transfer(slip, { account: unknownAccount(slip) }, context)] : [],
  Overdue: (slip, context) =>
    hasNoWhiteList(slip) && slip.BillState === 'Active' && isUnpaid(slip) && isLate(slip, dayOf(context)) && !slip.AllowOverdue
      ? [transfer(slip, {}, context)]
      : [],
  BillVoided: (slip, context) =>
    hasNoWhiteList(slip) && slip.BillState === 'Void'
      ? [slipPayment(slip, isLate(slip, dayOf(context)) ? '06' : payersChannel(slip, context.random), context)]
      : [],
  VACInvalid: (slip, context) =>
    isPayableOnTime(slip, dayOf(context)) && slip.agreement.rule.checkType !== 'None' ? [transfer(slip, { account: mistypedAccount(slip) }, context)] : [],
  ChannelDisabled: (slip, context) => {
    const channel = transferChannels.find((code) => !slip.agreement.Channels.includes(code))
    return channel && isPayableOnTime(slip, dayOf(context)) ? [transfer(slip, { channel }, context)] : []
  },
  Incident: (slip, context) =>
    slip.agreement.UseWhiteList && isPayableOnTime(slip, dayOf(context)) ? [transfer(slip, { account: unknownAccount(slip) }, context)] : [],
  Reversal: (slip, context) => (isPayableOnTime(slip, dayOf(context)) ? [{ ...transfer(slip, {}, context), sign: 'Minus' }] : []),
  Reversed: (slip, context) => {
    if (!isPayableOnTime(slip, dayOf(context))) return []
    const payment = transfer(slip, {}, context)
    return [payment, { ...payment, sign: 'Minus', at: anHourLater(payment.at) }]
  },
  Repeated: (slip, context) => {
    if (!isPayableOnTime(slip, dayOf(context))) return []
    const payment = transfer(slip, {}, context)
    return [payment, { ...payment, reportedOn: addDays(payment.reportedOn, 1) }]
  },
}

const dayOf = ({ at }: PaymentContext): string => at.slice(0, 10)

/** Whether the agreement checks no white list, which would turn most exceptions into incidents. */
const hasNoWhiteList = ({ agreement }: PayerSlip): boolean => !agreement.UseWhiteList

/** Returns a valid account that no bill has, because its payer number is very high. */
export const unknownAccount = (slip: PayerSlip): string => {
  const { rule } = slip.agreement
  const start = rule.applyCode.length + (hasDueDate(rule.checkType) ? 4 : 0)
  const numbers = slip.VACAccount.slice(start, rule.length - checkLength(rule))
  return composeAccount({
    ...rule,
    termNo: '',
    payerNo: numbers.replace(/.(?=.{0,5}$)/, '9'),
    amount: slipAmount(slip),
    dueDate: slip.PaymentEndDate,
  })
}

/** Returns the account with a wrong check digit. */
export const mistypedAccount = ({ VACAccount }: PayerSlip): string => VACAccount.slice(0, -1) + ((Number(VACAccount.slice(-1)) + 5) % 10)

const anHourLater = (at: string): string => at.replace(/T(\d\d)/, (_, hour: string) => `T${String(Number(hour) + 1).padStart(2, '0')}`)
