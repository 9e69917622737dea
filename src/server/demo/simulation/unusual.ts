import { checkDigitCount, composeAccount, hasDueDate } from '../../../domain/accounts/virtual-account'
import { addDays } from '../../../domain/dates/dates'
import type { ExceptionType } from '../../../domain/payments/line'
import {
  type ChannelPayment,
  type PaymentContext,
  randomChannel,
  slipPayment,
  transferChannels,
  transferPayment,
} from './payment'
import { isLate, isPayableOnTime, isUnpaid, type PayerSlip, slipAmount } from './slip'

/**
 * The kinds of unusual payments: each type of exception, a payment that is reversed later, and a line that is reported
 * twice.
 */
export type UnusualKind = ExceptionType | 'Reversed' | 'Repeated'

/** Returns the payments of one kind for a slip; none if the slip cannot be paid in this way. */
type Behaviour = (slip: PayerSlip, context: PaymentContext) => readonly ChannelPayment[]

/** How payers and channels cause each unusual kind. */
export const unusualBehaviours: Readonly<Record<UnusualKind, Behaviour>> = {
  OverPaid: (slip, context) =>
    !usesWhiteList(slip) && isPayableOnTime(slip, dayOf(context))
      ? [transferPayment(slip, { amount: slipAmount(slip) + 100 }, context)]
      : [],
  UnderPaid: (slip, context) =>
    !usesWhiteList(slip) && isPayableOnTime(slip, dayOf(context)) && !slip.AllowPartial && slipAmount(slip) > 50
      ? [transferPayment(slip, { amount: slipAmount(slip) - 50 }, context)]
      : [],
  Duplicate: (slip, context) => {
    if (usesWhiteList(slip) || slip.BillState === 'Void' || isLate(slip, dayOf(context))) return []
    const secondPayment = transferPayment(slip, {}, { ...context, at: anHourLater(context.at) })
    return isUnpaid(slip)
      ? [slipPayment(slip, randomChannel(slip, context.random), context), secondPayment]
      : [secondPayment]
  },
  BillNotFound: (slip, context) =>
    !usesWhiteList(slip) && isPayableOnTime(slip, dayOf(context))
      ? [transferPayment(slip, { account: unknownAccount(slip) }, context)]
      : [],
  Overdue: (slip, context) =>
    !usesWhiteList(slip) &&
    slip.BillState === 'Active' &&
    isUnpaid(slip) &&
    isLate(slip, dayOf(context)) &&
    !slip.AllowOverdue
      ? [transferPayment(slip, {}, context)]
      : [],
  // After the deadline stores no longer accept the slip, so the payer uses an ATM (06).
  BillVoided: (slip, context) =>
    !usesWhiteList(slip) && slip.BillState === 'Void'
      ? [slipPayment(slip, isLate(slip, dayOf(context)) ? '06' : randomChannel(slip, context.random), context)]
      : [],
  VACInvalid: (slip, context) =>
    isPayableOnTime(slip, dayOf(context)) && slip.agreement.rule.checkType !== 'None'
      ? [transferPayment(slip, { account: mistypedAccount(slip) }, context)]
      : [],
  ChannelDisabled: (slip, context) => {
    const channel = transferChannels.find((code) => !slip.agreement.Channels.includes(code))
    return channel && isPayableOnTime(slip, dayOf(context)) ? [transferPayment(slip, { channel }, context)] : []
  },
  Incident: (slip, context) =>
    usesWhiteList(slip) && isPayableOnTime(slip, dayOf(context))
      ? [transferPayment(slip, { account: unknownAccount(slip) }, context)]
      : [],
  Reversal: (slip, context) =>
    isPayableOnTime(slip, dayOf(context)) ? [{ ...transferPayment(slip, {}, context), sign: 'Minus' }] : [],
  Reversed: (slip, context) => {
    if (!isPayableOnTime(slip, dayOf(context))) return []
    const payment = transferPayment(slip, {}, context)
    return [payment, { ...payment, sign: 'Minus', at: anHourLater(payment.at) }]
  },
  Repeated: (slip, context) => {
    if (!isPayableOnTime(slip, dayOf(context))) return []
    const payment = transferPayment(slip, {}, context)
    return [payment, { ...payment, reportedOn: addDays(payment.reportedOn, 1) }]
  },
}

const dayOf = ({ at }: PaymentContext): string => at.slice(0, 10)

// A white list turns most exceptions into incidents.
const usesWhiteList = ({ agreement }: PayerSlip): boolean => agreement.UseWhiteList

/** Returns a valid account that no bill has, because its payer number is very high. */
export const unknownAccount = (slip: PayerSlip): string => {
  const { rule } = slip.agreement
  const start = rule.applyCode.length + (hasDueDate(rule.checkType) ? 4 : 0)
  const termAndPayerNo = slip.VACAccount.slice(start, rule.length - checkDigitCount(rule))
  // The sixth digit from the end becomes 9; of fewer than six digits, the first.
  return composeAccount({
    ...rule,
    termNo: '',
    payerNo: termAndPayerNo.replace(/.(?=.{0,5}$)/, '9'),
    amount: slipAmount(slip),
    dueDate: slip.PaymentEndDate,
  })
}

/** Returns the account with a wrong check digit. */
export const mistypedAccount = ({ VACAccount }: PayerSlip): string =>
  VACAccount.slice(0, -1) + ((Number(VACAccount.slice(-1)) + 5) % 10)

// Unusual payments are made before 21:00, so the hour stays below 24.
const anHourLater = (at: string): string =>
  at.replace(/T(\d\d)/, (_, hour: string) => `T${String(Number(hour) + 1).padStart(2, '0')}`)
