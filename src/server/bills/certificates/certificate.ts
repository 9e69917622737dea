import { sql } from 'kysely'
import { isProvable } from '../../../domain/bill'
import { type Certificate, type CertificateKind, certificateNo, checkAddress, composeCertificate } from '../../../domain/certificate'
import { taipeiToday } from '../../../domain/dates'
import { enumText } from '../../../domain/enums'
import { Refusal } from '../../../domain/refusal'
import { rocLong } from '../../../domain/roc-date'
import { nameFor, type Reader } from '../../access/documents'
import { toTaipei } from '../../database/times'
import type { Db, Ports } from '../../ports'
import { checkCodeOf } from './check-code'

/** What a certificate is of: a bill or a payment, by its number. */
export interface CertificateKey {
  readonly kind: CertificateKind
  readonly id: number
}

/** The certificate of a paid bill, or of one of its payments, for its reader. Who may see it is the caller's business. */
export const certificateOf = async (ports: Ports, reader: Reader, { kind, id }: CertificateKey): Promise<Certificate | undefined> => {
  const facts = await certificateFacts(ports.db, kind, id)
  if (facts === undefined) return undefined
  if (!isProvable({ PaidAmount: facts.paidAmount })) throw new Refusal('2006', `帳單 ${facts.billNo} 尚未繳費，繳費入帳後才能下載繳費證明。`)
  const no = certificateNo(kind, id)
  const code = await checkCodeOf(ports, kind, id, facts.paidAmount)
  const { publicAddress } = ports.settings
  return composeCertificate({
    ...facts,
    payerName: await nameFor(reader, { SerialId: facts.billId, PayerName: facts.payerName }),
    certificateNo: no,
    checkCode: code,
    checkAddress: publicAddress && checkAddress(publicAddress, no, code),
    items: facts.items.map(({ FeeName, Amount }) => ({ name: FeeName, amount: Amount })),
    payments: facts.payments.map((payment) => ({ ...payment, paidTime: timeText(payment.paidTime), channel: enumText('Channel', payment.channel) })),
    printedOn: rocLong(taipeiToday(ports.clock())),
  })
}

/** What the records know of a certificate, before it is put in words. */
export interface CertificateFacts {
  readonly billId: number
  readonly companyName: string
  readonly uniformNo: string
  readonly payerName: string
  readonly termName: string
  readonly billNo: string
  readonly currency: string
  readonly items: readonly { readonly FeeName: string; readonly Amount: number }[]
  /** Newest last; times in UTC. */
  readonly payments: readonly { readonly paidTime: string; readonly channel: string; readonly receiptNo: string; readonly amount: number }[]
  /** In the smallest unit of the currency. */
  readonly paidAmount: number
}

/** Looks the facts up; undefined where there is no such bill or payment. */
export const certificateFacts = async (db: Db, kind: CertificateKind, id: number): Promise<CertificateFacts | undefined> => {
  const payment = kind === 'Payment' ? sql`p.payment_id = ${id}` : sql`true`
  const { rows } = await sql<CertificateFacts>`
    select
      b.serial_id as "billId", c.customer_name as "companyName", c.uniform_no as "uniformNo", b.payer_name as "payerName",
      coalesce(t.bill_term_name, b.bill_term_id) as "termName", b.bill_no as "billNo", b.currency_type as currency, b.fee_items as items,
      ${kind === 'Payment' ? sql`paid.amount` : sql`b.paid_amount`} as "paidAmount", paid.payments
    from bill b
    join agreement a on a.apply_code = b.apply_code
    join customer c on c.uniform_no = a.uniform_no
    left join bill_term t on t.apply_code = b.apply_code and t.bill_term_id = b.bill_term_id
    cross join lateral (
      select
        coalesce(jsonb_agg(
          jsonb_build_object('paidTime', p.paid_time at time zone 'UTC', 'channel', p.channel_id, 'receiptNo', p.receipt_no, 'amount', p.amount)
          order by p.paid_time, p.payment_id
        ), '[]') as payments,
        sum(p.amount)::bigint as amount
      from payment p
      where p.bill_serial_id = b.serial_id and ${payment}
    ) paid
    where ${kind === 'Bill' ? sql`b.serial_id = ${id}` : sql`b.serial_id = (select bill_serial_id from payment where payment_id = ${id})`}`.execute(db)
  return rows[0]
}

// `2026-11-20T01:15:30.123`, in UTC, as a Taiwanese reader writes it.
const timeText = (utc: string): string => {
  const local = toTaipei(`${utc.slice(0, 19)}.000000Z`)
  return `${local.slice(0, 10).replaceAll('-', '/')} ${local.slice(11, 16)}`
}
