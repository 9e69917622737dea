import { addDays } from '../../../domain/dates/dates'
import { rematchDays } from '../../../domain/payments/match-lines'
import type { StoredBill } from '../bills'
import type { RandomInteger } from '../random'
import { transfer } from '../simulation/payment'
import { isPayableOnTime, type PayerSlip, slipAmount } from '../simulation/slip'
import { mistypedAccount, type UnusualKind, unknownAccount, unusualBehaviours } from '../simulation/unusual'
import type { DemoOwner } from '../uploads'
import type { DemoHandling, LedgerEvent } from './ledger-event'
import { paidSlip, payerSlip } from './payer-slip'
import { stoppedBills } from './stopped-bills'

interface ScenarioContext {
  readonly owner: DemoOwner
  readonly today: string
  readonly random: RandomInteger
}

/**
 * Returns the unusual payments of an agreement and what was done with some of them: each kind as far as its bills permit it.
 * They do not change the bills of the first two payers, which the sign-in page offers.
 */
export const scenarioEvents = (context: ScenarioContext, bills: readonly StoredBill[]): readonly LedgerEvent[] => {
  const { owner } = context
  const stopped = stoppedBills(owner, bills, context.today)
  const day = scenarioDay(context)
  const isUsable = ({ pattern, payer, term, payments }: StoredBill) =>
    ['open', 'paid', 'void'].includes(pattern) && Number(payer.PayerNo) > 2 && term.start <= day && payments.every(({ at }) => at < day)
  const unused = new Set(bills.filter((bill) => isUsable(bill) && !stopped.includes(bill)))
  const events = stopped.map((bill): LedgerEvent => ({ owner, payment: transfer(payerSlip(bill), {}, { ...context, at: timeOf(context) }) }))
  for (const scenario of scenariosOf(owner)) {
    for (const bill of unused) {
      const { events: billEvents, others = [] } = scenario({ bill, slip: paidSlip(bill) }, { ...context, unused })
      if (billEvents.length === 0) continue
      for (const used of [bill, ...others]) unused.delete(used)
      events.push(...billEvents.map((event) => ({ ...event, owner })))
      break
    }
  }
  return events
}

/** A bill, and the slip of its payer with what was paid. */
interface Subject {
  readonly bill: StoredBill
  readonly slip: PayerSlip
}

interface ScenarioState extends ScenarioContext {
  /** The bills that no other scenario concerns. */
  readonly unused: ReadonlySet<StoredBill>
}

/** Returns what happens to a bill, nothing if the bill does not fit, and the other bills that it concerns. */
type Scenario = (subject: Subject, state: ScenarioState) => { readonly events: readonly Omit<LedgerEvent, 'owner'>[]; readonly others?: readonly StoredBill[] }

/** Returns the scenarios of an agreement. Those that need a person come first, because an agreement has few open bills at the beginning of a month. */
const scenariosOf = ({ agreement }: DemoOwner): readonly Scenario[] => [
  ...(agreement.dualControl ? [chosenBill('proposed'), chosenBill('refused')] : [chosenBill('undone')]),
  divided,
  correctedAccount,
  chosenBill('done'),
  refunded,
  waiting,
  ...unusualKinds.map(unusual),
  ...(['OverPaid', 'UnderPaid', 'Duplicate', 'BillVoided', 'Overdue'] as const).map(unusual),
]

const unusualKinds = Object.keys(unusualBehaviours) as readonly UnusualKind[]

/** A payment of an unusual kind that nobody has handled yet. */
const unusual =
  (kind: UnusualKind): Scenario =>
  ({ bill, slip }, state) => {
    const at = kind === 'Overdue' ? lateTime(bill) : timeOf(state)
    const payments = at < timeOf(state) || kind !== 'Overdue' ? unusualBehaviours[kind](slip, { ...state, at }) : []
    return { events: payments.map((payment) => ({ payment })) }
  }

/** A payment to an account that no bill has: a person chooses the bill, and this handling ends as `ending` says. */
const chosenBill =
  (ending: DemoHandling['ending']): Scenario =>
  ({ bill, slip }, state) =>
    isOpen(slip, state)
      ? {
          events: [
            {
              payment: transfer(slip, { account: unknownAccount(slip) }, { ...state, at: timeOf(state) }),
              handling: {
                request: { action: 'ChangeBill', BillSerialId: bill.serialId, isOverpaymentConfirmed: false },
                Reason: '繳款人誤植帳號，經電話確認',
                ending,
              },
            },
          ],
        }
      : nothing

/** A payment of two bills to the account of one of them, which a person divides. */
const divided: Scenario = ({ bill, slip }, state) => {
  if (!isOpen(slip, state)) return nothing
  const other = [...state.unused].find((candidate) => candidate !== bill && isOpen(paidSlip(candidate), state))
  if (!other) return nothing
  const parts = [bill, other].map((each) => ({ BillSerialId: each.serialId, Amount: slipAmount(paidSlip(each)) }))
  const amount = parts.reduce((sum, { Amount }) => sum + Amount, 0)
  const handling: DemoHandling = { request: { action: 'Divide', parts }, Reason: '一筆款項繳納兩張帳單', ending: 'done' }
  return { events: [{ payment: transfer(slip, { amount }, { ...state, at: timeOf(state) }), handling }], others: [other] }
}

/** A payment to an account with a wrong digit, which a person corrects. */
const correctedAccount: Scenario = ({ bill, slip }, state) =>
  isOpen(slip, state) && slip.agreement.rule.checkType !== 'None'
    ? {
        events: [
          {
            payment: transfer(slip, { account: mistypedAccount(slip) }, { ...state, at: timeOf(state) }),
            handling: { request: { action: 'ChangeVACAccount', VACAccount: bill.account }, Reason: '繳款人誤植帳號，依匯款單更正', ending: 'done' },
          },
        ],
      }
    : nothing

/** A second payment of a paid bill, also after its deadline, which the company refunds. */
const refunded: Scenario = ({ bill, slip }, state) => {
  if (bill.pattern !== 'paid' || slip.agreement.UseWhiteList) return nothing
  const handling: DemoHandling = { request: { action: 'Invalid' }, Reason: '重複繳款，已退還繳款人', ending: 'done' }
  return { events: [{ payment: transfer(slip, {}, { ...state, at: timeOf(state) }), handling }] }
}

/** A payment that the bank's former system left without a match. It is too old to be matched every night, so it stays until a person handles it. */
const waiting: Scenario = ({ bill, slip }, state) => {
  const day = addDays(state.today, -(rematchDays + 10))
  if (day < bill.term.start || bill.term.end < day) return nothing
  return { events: [{ payment: transfer(slip, { account: unknownAccount(slip) }, { ...state, at: timeOn(day, state) }), isWaiting: true }] }
}

const nothing = { events: [] }

const isOpen = (slip: PayerSlip, state: ScenarioState): boolean => isPayableOnTime(slip, scenarioDay(state))

/** The day on which unusual payments are made. They arrive and are handled on the day after it, which is yesterday. */
const scenarioDay = ({ today }: ScenarioContext): string => addDays(today, -2)

const timeOf = (state: ScenarioContext): string => timeOn(scenarioDay(state), state)

const timeOn = (day: string, { random }: ScenarioContext): string => {
  const [hour, minute, second] = [8 + random(12), random(60), random(60)].map((part) => String(part).padStart(2, '0'))
  return `${day}T${hour}:${minute}:${second}+08:00`
}

/** Returns a time on the second day after the deadline of a bill. */
const lateTime = ({ term }: StoredBill): string => `${addDays(term.end, 2)}T11:20:05+08:00`
