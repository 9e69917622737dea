import { sql } from 'kysely'
import type { Certificate, CertificateSubject } from '../../domain/bills/certificate'
import type { CertifiedEntry, CertifiedState } from '../../domain/bills/certified-payments'
import type { Row } from '../database/tables'
import type { Ports } from '../ports'
import { macOf } from '../security/keys'
import { bankName, billTables } from './bill-sql'

/** The facts that a certificate states: amounts in the smallest unit of the currency, times in UTC. */
export interface CertificateFacts
  extends Pick<
    Certificate,
    'bankName' | 'companyName' | 'uniformNo' | 'payerName' | 'termName' | 'billNo' | 'currency'
  > {
  readonly billId: Row<'bill'>['serial_id']
  readonly idNo: Row<'bill'>['id_no']
  readonly items: readonly { readonly FeeName: string; readonly Amount: number }[]
  /** All entries of the bill, or the payment and its counter-entry, in the order in which they were written. */
  readonly entries: readonly PaymentEntry[]
}

/** An entry with the values that a certificate prints. */
interface PaymentEntry extends CertifiedEntry {
  readonly channel: string
  readonly receiptNo: string
}

/** Returns the facts; undefined if the bill or payment does not exist. */
export const certificateFacts = async (
  { db, settings }: Pick<Ports, 'db' | 'settings'>,
  { kind, id }: CertificateSubject,
): Promise<CertificateFacts | undefined> => {
  const isIncluded = kind === 'Payment' ? sql`${id} in (p.payment_id, p.counters_payment_id)` : sql`true`
  const { rows } = await sql<CertificateFacts>`
    select
      b.serial_id as "billId", ${bankName(settings.bankCode)} as "bankName", c.customer_name as "companyName", c.uniform_no as "uniformNo", b.payer_name as "payerName", b.id_no as "idNo",
      coalesce(t.bill_term_name, b.bill_term_id) as "termName", b.bill_no as "billNo", b.currency_type as currency, b.fee_items as items,
      (
        select coalesce(jsonb_agg(
          jsonb_build_object(
            'id', p.payment_id, 'amount', p.amount, 'paidTime', p.paid_time at time zone 'UTC', 'channel', p.channel_id, 'receiptNo', p.receipt_no,
            'counters', p.counters_payment_id, 'counterState', case when p.collection_serial_id is null then 'Reversed' else 'Cancelled' end
          )
          order by p.payment_id
        ), '[]')
        from payment p
        where p.bill_serial_id = b.serial_id and ${isIncluded}
      ) as entries
    from bill b
    ${billTables}
    where b.serial_id = ${kind === 'Bill' ? sql`${id}` : sql`(select bill_serial_id from payment where payment_id = ${id} and counters_payment_id is null)`}`.execute(
    db,
  )
  return rows[0]
}

// Characters that look alike on paper are left out.
const checkCodeCharacters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Returns the check code of a certificate, which can be computed only with the secret and differs for each state of the
 * payments.
 */
export const checkCodeOf = async (
  secret: Uint8Array,
  { kind, id }: CertificateSubject,
  { paidAmount, counterCount }: Omit<CertifiedState<CertifiedEntry>, 'payments'>,
): Promise<string> => {
  // Certificates that were printed before counter-entries existed have codes without a count.
  const mac = await macOf(
    secret,
    'certificate',
    [kind, id, paidAmount, ...(counterCount > 0 ? [counterCount] : [])].join(' '),
  )
  const code = Array.from(mac.slice(0, 8), (byte) => checkCodeCharacters[byte % checkCodeCharacters.length]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
