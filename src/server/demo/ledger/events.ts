import type { StoredBill } from '../bills'
import type { DemoPayment } from '../payment-pattern'
import { type RandomInteger, seededRandom } from '../random'
import type { ChannelPayment } from '../simulation/payment'
import type { DemoOwner } from '../uploads'
import type { DemoHandling, LedgerEvent } from './ledger-event'
import { partialPayment, payerSlip } from './payer-slip'
import { scenarioEvents } from './scenarios'

/** Returns all payments of an agreement: the payments of its bills, and some unusual payments of every kind. */
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
