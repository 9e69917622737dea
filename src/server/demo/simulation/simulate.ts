import { addDays, daysBetween } from '../../../domain/dates/dates'
import { pick, type RandomInteger, seededRandom } from '../random'
import { type ChannelPayment, channelPayment, type PaymentContext, randomChannel, slipPayment } from './payment'
import { isPayableOnTime, type PayerSlip, slipAmount } from './slip'
import { type UnusualKind, unusualBehaviours } from './unusual'

/** The days on which payers pay, and the seed of the random numbers. */
export interface SimulatedPeriod {
  readonly firstDay: string
  readonly lastDay: string
  readonly seed: number
}

/** Percentage of the open bills that are paid on a day. */
const dailyPercentage = 10

/** Percentage of the void, paid and late bills that are paid by mistake in the period. */
const strayPercentage = 5

/** Once each unusual kind has occurred, one payment in this many is unusual. */
const unusualEvery = 25

/**
 * Returns a function that simulates a period: it returns the payments of a bill as the channels report them.
 * At first every fourth payment of an open bill is unusual, until each unusual kind has occurred; later one in 25 is.
 * The same bills in the same order result in the same payments.
 */
export const paymentSimulator = (period: SimulatedPeriod): ((slip: PayerSlip) => readonly ChannelPayment[]) => {
  const missingKinds = new Set(unusualKinds)
  const days = daysBetween(period.firstDay, period.lastDay) + 1
  let openCount = 0
  return (slip) => {
    if (slip.PaymentStartDate > period.lastDay) return []
    // The factor is larger than most serial ids, so that different seeds and bills have different random numbers.
    const random = seededRandom(period.seed * 1_000_003 + slip.SerialId)
    const context = { at: timeOf(slip, period, random), random }
    const isOpen = isPayableOnTime(slip, context.at.slice(0, 10))
    if (random(100) >= (isOpen ? dailyPercentage * days : strayPercentage)) return []
    if (isOpen) openCount += 1
    const isUnusual = !isOpen || (missingKinds.size > 0 ? openCount % 4 === 1 : random(unusualEvery) === 0)
    const payments = isUnusual ? unusualPayments(slip, context, missingKinds) : []
    return payments.length === 0 && isOpen ? [ordinaryPayment(slip, context)] : payments
  }
}

const unusualKinds = Object.keys(unusualBehaviours) as readonly UnusualKind[]

/**
 * Returns the payments of one unusual kind, a missing one if there are any, and removes the kind from the missing ones.
 * Returns none if the slip cannot be paid in any of these ways.
 */
const unusualPayments = (
  slip: PayerSlip,
  context: PaymentContext,
  missingKinds: Set<UnusualKind>,
): readonly ChannelPayment[] => {
  const kinds = missingKinds.size > 0 ? missingKinds : [pick(context.random, unusualKinds)]
  for (const kind of kinds) {
    const payments = unusualBehaviours[kind](slip, context)
    if (payments.length === 0) continue
    missingKinds.delete(kind)
    return payments
  }
  return []
}

/** Returns a payment of the unpaid amount, or sometimes of half of it if partial payments are accepted. */
const ordinaryPayment = (slip: PayerSlip, context: PaymentContext): ChannelPayment => {
  const half = Math.floor(slipAmount(slip) / 2)
  const paysHalf = slip.AllowPartial && !slip.agreement.UseWhiteList && half > 0 && context.random(15) === 0
  return paysHalf
    ? channelPayment(slip, { channel: '06', amount: half }, context)
    : slipPayment(slip, randomChannel(slip, context.random), context)
}

/** Returns a time between 8:00 and 20:59 on a day of the period on which the slip may be paid. */
const timeOf = (slip: PayerSlip, { firstDay, lastDay }: SimulatedPeriod, random: RandomInteger): string => {
  const from = slip.PaymentStartDate > firstDay ? slip.PaymentStartDate : firstDay
  const day = addDays(from, random(Math.max(0, daysBetween(from, lastDay)) + 1))
  return `${day}T${[8 + random(13), random(60), random(60)].map((part) => String(part).padStart(2, '0')).join(':')}+08:00`
}
