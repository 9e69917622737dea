import { addDays } from '../../../domain/dates/dates'
import { rematchDays } from '../../../domain/payments/match-lines'
import type { StoredBill } from '../bills'
import type { DemoTenant } from '../demo-portal'
import type { RandomInteger } from '../random'
import { transferPayment } from '../simulation/payment'
import { isPayableOnTime, type PayerSlip, slipAmount } from '../simulation/slip'
import { mistypedAccount, type UnusualKind, unknownAccount, unusualBehaviours } from '../simulation/unusual'
import type { DemoHandling, LedgerEvent } from './ledger-event'
import { paidSlip, payerSlip } from './payer-slip'
import { stoppedBills } from './stopped-bills'

interface ScenarioContext {
  readonly tenant: DemoTenant
  readonly today: string
  readonly random: RandomInteger
}

/**
 * Returns the unusual payments of an agreement, some of them with a handling.
 * A kind is omitted if the agreement has no suitable bill.
 * The bills of the first two payers are not used: the sign-in page offers the first payer, and the second one owes
 * nothing on any day.
 */
export const scenarioEvents = (context: ScenarioContext, bills: readonly StoredBill[]): readonly LedgerEvent[] => {
  const { tenant } = context
  const billsWithIncident = stoppedBills(tenant, bills, context.today)
  const day = scenarioDay(context)
  const isUsable = ({ pattern, payer, term, payments }: StoredBill) =>
    ['open', 'paid', 'void'].includes(pattern) &&
    Number(payer.PayerNo) > 2 &&
    term.start <= day &&
    payments.every(({ at }) => at < day)
  const unusedBills = new Set(bills.filter((bill) => isUsable(bill) && !billsWithIncident.includes(bill)))
  const events = billsWithIncident.map(
    (bill): LedgerEvent => ({
      tenant,
      payment: transferPayment(payerSlip(bill), {}, { ...context, at: randomTime(context) }),
    }),
  )
  for (const scenario of scenariosOf(tenant)) {
    for (const bill of unusedBills) {
      const { events: billEvents, otherBills = [] } = scenario(
        { bill, slip: paidSlip(bill) },
        { ...context, unusedBills },
      )
      if (billEvents.length === 0) continue
      for (const usedBill of [bill, ...otherBills]) unusedBills.delete(usedBill)
      events.push(...billEvents.map((event) => ({ ...event, tenant })))
      break
    }
  }
  return events
}

/** A bill, and its slip after the regular payments. */
interface ScenarioBill {
  readonly bill: StoredBill
  readonly slip: PayerSlip
}

interface ScenarioState extends ScenarioContext {
  /** The bills that no scenario has used yet. */
  readonly unusedBills: ReadonlySet<StoredBill>
}

/** Returns the events of a bill, and the other bills that these events use; no events if the bill is not suitable. */
type Scenario = (
  scenarioBill: ScenarioBill,
  state: ScenarioState,
) => { readonly events: readonly Omit<LedgerEvent, 'tenant'>[]; readonly otherBills?: readonly StoredBill[] }

/**
 * Returns the scenarios of an agreement.
 * Those with a handling come first, because an agreement has few open bills at the beginning of a month.
 * Some kinds occur twice.
 */
const scenariosOf = ({ agreement }: DemoTenant): readonly Scenario[] => [
  ...(agreement.hasDualControl
    ? [unknownAccountPayment('proposed'), unknownAccountPayment('refused')]
    : [unknownAccountPayment('undone')]),
  dividedPayment,
  mistypedAccountPayment,
  unknownAccountPayment('done'),
  refundedPayment,
  neverMatchedPayment,
  ...unusualKinds.map(unhandledPayment),
  ...(['OverPaid', 'UnderPaid', 'Duplicate', 'BillVoided', 'Overdue'] as const).map(unhandledPayment),
]

const unusualKinds = Object.keys(unusualBehaviours) as readonly UnusualKind[]

/** An unusual payment that nobody has handled yet. */
const unhandledPayment =
  (kind: UnusualKind): Scenario =>
  ({ bill, slip }, state) => {
    const at = kind === 'Overdue' ? lateTime(bill) : randomTime(state)
    // The late payment of a recent bill would be after the scenario day, so it is omitted.
    const isEarlyEnough = at < randomTime(state)
    const payments = isEarlyEnough || kind !== 'Overdue' ? unusualBehaviours[kind](slip, { ...state, at }) : []
    return { events: payments.map((payment) => ({ payment })) }
  }

/** A payment to an account that no bill has. A person chooses the bill; `outcome` is what becomes of this handling. */
const unknownAccountPayment =
  (outcome: DemoHandling['outcome']): Scenario =>
  ({ bill, slip }, state) =>
    isOpen(slip, state)
      ? {
          events: [
            {
              payment: transferPayment(slip, { account: unknownAccount(slip) }, { ...state, at: randomTime(state) }),
              handling: {
                request: { action: 'ChangeBill', BillSerialId: bill.serialId, isOverpaymentConfirmed: false },
                Reason: '繳款人誤植帳號，經電話確認',
                outcome,
              },
            },
          ],
        }
      : noEvents

/** One payment of two bills to the account of the first. A person divides it. */
const dividedPayment: Scenario = ({ bill, slip }, state) => {
  if (!isOpen(slip, state)) return noEvents
  const otherBill = [...state.unusedBills].find((candidate) => candidate !== bill && isOpen(paidSlip(candidate), state))
  if (!otherBill) return noEvents
  const parts = [bill, otherBill].map((paidBill) => ({
    BillSerialId: paidBill.serialId,
    Amount: slipAmount(paidSlip(paidBill)),
  }))
  const amount = parts.reduce((sum, { Amount }) => sum + Amount, 0)
  const handling: DemoHandling = {
    request: { action: 'Divide', parts },
    Reason: '一筆款項繳納兩張帳單',
    outcome: 'done',
  }
  return {
    events: [{ payment: transferPayment(slip, { amount }, { ...state, at: randomTime(state) }), handling }],
    otherBills: [otherBill],
  }
}

/** A payment to an account with a wrong digit. A person corrects the account. */
const mistypedAccountPayment: Scenario = ({ bill, slip }, state) =>
  isOpen(slip, state) && slip.agreement.rule.checkType !== 'None'
    ? {
        events: [
          {
            payment: transferPayment(slip, { account: mistypedAccount(slip) }, { ...state, at: randomTime(state) }),
            handling: {
              request: { action: 'ChangeVACAccount', VACAccount: bill.account },
              Reason: '繳款人誤植帳號，依匯款單更正',
              outcome: 'done',
            },
          },
        ],
      }
    : noEvents

/** A second payment of a paid bill, possibly after the deadline. The company refunds it. */
const refundedPayment: Scenario = ({ bill, slip }, state) => {
  if (bill.pattern !== 'paid' || slip.agreement.UseWhiteList) return noEvents
  const handling: DemoHandling = { request: { action: 'Invalid' }, Reason: '重複繳款，已退還繳款人', outcome: 'done' }
  return { events: [{ payment: transferPayment(slip, {}, { ...state, at: randomTime(state) }), handling }] }
}

/**
 * A payment that the bank's previous system did not match.
 * It is too old for the nightly matching, so it waits until a person handles it.
 */
const neverMatchedPayment: Scenario = ({ bill, slip }, state) => {
  const day = addDays(state.today, -(rematchDays + 10))
  if (day < bill.term.start || bill.term.end < day) return noEvents
  return {
    events: [
      {
        payment: transferPayment(slip, { account: unknownAccount(slip) }, { ...state, at: randomTimeOn(day, state) }),
        isNeverMatched: true,
      },
    ],
  }
}

const noEvents = { events: [] }

const isOpen = (slip: PayerSlip, state: ScenarioState): boolean => isPayableOnTime(slip, scenarioDay(state))

/**
 * Returns the day of the unusual payments, which is the day before yesterday.
 * They arrive and are handled yesterday.
 */
const scenarioDay = ({ today }: ScenarioContext): string => addDays(today, -2)

const randomTime = (state: ScenarioContext): string => randomTimeOn(scenarioDay(state), state)

const randomTimeOn = (day: string, { random }: ScenarioContext): string => {
  const [hour, minute, second] = [8 + random(12), random(60), random(60)].map((part) => String(part).padStart(2, '0'))
  return `${day}T${hour}:${minute}:${second}+08:00`
}

/** Returns a time on the second day after the deadline of a bill. */
const lateTime = ({ term }: StoredBill): string => `${addDays(term.end, 2)}T11:20:05+08:00`
