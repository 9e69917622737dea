import type { StoredBill } from '../bills'
import type { DemoTenant } from '../demo-portal'
import type { DemoPayment } from '../payment-pattern'
import { type RandomInteger, seededRandom } from '../random'
import type { ChannelPayment } from '../simulation/payment'
import type { DemoHandling, LedgerEvent } from './ledger-event'
import { payerSlip, paymentBySlip } from './payer-slip'
import { scenarioEvents } from './scenarios'

/**
 * Returns the ledger events of an agreement: the regular payments of its bills, and the events of each scenario, such
 * as a reversal.
 */
export const ledgerEvents = (
  tenant: DemoTenant,
  bills: readonly StoredBill[],
  today: string,
): readonly LedgerEvent[] => {
  const random = seededRandom(Number(tenant.agreement.applyCode))
  return [
    ...bills.flatMap((bill) => billEvents(tenant, bill, random)),
    ...scenarioEvents({ tenant, today, random }, bills),
  ]
}

const billEvents = (tenant: DemoTenant, bill: StoredBill, random: RandomInteger): readonly LedgerEvent[] =>
  bill.payments.map((payment) => ({
    tenant,
    payment: channelPaymentOf(bill, payment, random),
    ...(bill.pattern === 'overpaid' ? { handling: overpaymentHandling(bill) } : {}),
  }))

const channelPaymentOf = (
  bill: StoredBill,
  { at, channel, amount }: DemoPayment,
  random: RandomInteger,
): ChannelPayment => paymentBySlip(payerSlip(bill), { channel, amount }, { at, random })

const overpaymentHandling = ({ serialId }: StoredBill): DemoHandling => ({
  request: { action: 'ChangeBill', BillSerialId: serialId, isOverpaymentConfirmed: true },
  Reason: '繳款人確認溢繳，次期扣抵',
  outcome: 'done',
})
