import type { PaymentLink } from '../../contract/call-responses'
import { type BillFacts, closedReason } from '../../domain/bills/bill'
import { Refusal } from '../../domain/refusal'
import type { Ports, Settings } from '../ports'
import type { PayerBillFacts } from './payer-bills'
import { channelsOfBill } from './payment-codes'

/** Throws a refusal with the matching message if the bill is void or paid in full. */
export const requireOpenBill = (
  bill: Parameters<typeof closedReason>[0],
  messages: Readonly<Record<'void' | 'paid', string>>,
): void => {
  const reason = closedReason(bill)
  if (reason !== null) throw new Refusal('2006', messages[reason])
}

/** Returns the facts of a bill from its record. */
export const billFacts = ({
  BillState,
  PaidAmount,
  ShouldPayAmount,
}: Readonly<Record<string, unknown>>): Omit<BillFacts, 'PaymentEndDate'> => ({
  BillState: BillState === 'Void' ? 'Void' : 'Active',
  PaidAmount: Number(PaidAmount),
  ShouldPayAmount: Number(ShouldPayAmount),
})

/**
 * Returns the address for paying a bill online: the template of the settings, filled in with the account and unpaid
 * amount of the bill.
 * The address contains no value of the request.
 * Throws a refusal if the service is not offered or does not accept the bill.
 */
export const paymentLink = async (
  ports: Ports,
  kind: keyof Settings['links'],
  bill: PayerBillFacts,
): Promise<PaymentLink> => {
  const template = ports.settings.links[kind]
  if (template === null) throw new Refusal('2006', `本行目前未提供${serviceNames[kind]}，請改用其他繳款方式。`)
  requireOpenBill(bill, { void: '這筆帳單已作廢，請勿繳款。', paid: '這筆帳單已繳清，無需再繳款。' })
  if (bill.CurrencyType !== 'TWD') throw new Refusal('2006', `${serviceNames[kind]}僅受理新臺幣帳單。`)
  const channels = await channelsOfBill(ports, bill.SerialId)
  if (!channels.includes(serviceChannels[kind]))
    throw new Refusal('2006', `這筆帳單目前不受理${serviceNames[kind]}，請改用其他繳款方式，或洽收款單位。`)
  const Url = template
    .replaceAll('{Account}', encodeURIComponent(bill.VACAccount))
    .replaceAll('{Amount}', String(bill.ShouldPayAmount - bill.PaidAmount))
  return { Url }
}

const serviceChannels = { eBill: '08', bankMobile: '17' } as const

const serviceNames = { eBill: '全國繳費網', bankMobile: '行動銀行繳款' } as const
