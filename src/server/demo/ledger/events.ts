import type { HandlingAction } from '../../../domain/payments/handling-request'
import type { StoredBill } from '../bills'
import type { DemoPayment } from '../payment-pattern'
import { type RandomInteger, seededRandom } from '../random'
import type { ChannelPayment } from '../simulation/payment'
import type { DemoOwner } from '../uploads'
import { partialPayment, payerSlip } from './payer-slip'
import { scenarioEvents } from './scenarios'

/** A payment, and what persons did with it after it was booked. */
export interface LedgerEvent {
  readonly owner: DemoOwner
  readonly payment: ChannelPayment
  readonly handling?: DemoHandling
  /** Whether the line has arrived and is not matched yet. */
  readonly isWaiting?: boolean
}

/** What a maker did with a line, and how it went on. Where a second person is needed, `done` includes the release. */
export interface DemoHandling {
  readonly request: HandlingAction
  readonly Reason: string
  readonly ending: 'done' | 'proposed' | 'refused' | 'undone'
}

/** Returns all payments of an agreement: those of its bills, and some of every unusual kind. */
export const ledgerEvents = (owner: DemoOwner, bills: readonly StoredBill[], today: string): readonly LedgerEvent[] => {
  const random = seededRandom(Number(owner.agreement.applyCode))
  return [...bills.flatMap((bill) => billEvents(owner, bill, random)), ...scenarioEvents({ owner, today, random }, bills)]
}

const billEvents = (owner: DemoOwner, bill: StoredBill, random: RandomInteger): readonly LedgerEvent[] =>
  bill.payments.map((payment) => ({ owner, payment: reported(bill, payment, random), ...(bill.pattern === 'overpaid' ? { handling: overpaid(bill) } : {}) }))

const reported = (bill: StoredBill, { at, channel, amount }: DemoPayment, random: RandomInteger): ChannelPayment =>
  partialPayment(payerSlip(bill), { channel, amount }, { at, random })

const overpaid = ({ serialId }: StoredBill): DemoHandling => ({
  request: { action: 'ChangeBill', BillSerialId: serialId, isOverpaymentConfirmed: true },
  Reason: '繳款人確認溢繳，次期扣抵',
  ending: 'done',
})
