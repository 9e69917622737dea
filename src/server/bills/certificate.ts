import { sql } from 'kysely'
import type { CertificateCheck } from '../../contract/session'
import { mask } from '../../domain/access/mask'
import { hasPayment } from '../../domain/bills/bill'
import {
  type Certificate,
  type CertificateSubject,
  certificateCheckAddress,
  certificateNo,
  composeCertificate,
  parseCertificateNo,
} from '../../domain/bills/certificate'
import { taipeiToday } from '../../domain/dates/dates'
import { formatRocLong } from '../../domain/dates/roc-date'
import { enumText } from '../../domain/enums'
import { foldFullWidth } from '../../domain/full-width'
import { Refusal } from '../../domain/refusal'
import { type DocumentViewer, payerNamesFor } from '../access/documents'
import { macOf } from '../accounts/keys'
import { certificateLimit, countAttempt } from '../accounts/rate-limit'
import { toTaipei } from '../database/times'
import { type Call, FileDownload, HttpRefusal } from '../http/call'
import type { Ports } from '../ports'
import { bankName, billTables } from './tables'

/** Returns the certificate of a bill with at least one payment, or of one of its payments, for its viewer; undefined if the bill or payment does not exist. Throws a refusal if nothing is paid. The caller has checked that the viewer may see it. */
export const certificateOf = async (ports: Ports, viewer: DocumentViewer, subject: CertificateSubject): Promise<Certificate | undefined> => {
  const facts = await certificateFacts(ports, subject)
  if (facts === undefined) return undefined
  if (!hasPayment({ PaidAmount: facts.paidAmount })) throw new Refusal('2006', `帳單 ${facts.billNo} 尚未繳費，繳費入帳後才能下載繳費證明。`)
  const no = certificateNo(subject)
  const code = await checkCodeOf(ports.settings.certificateSecrets[0], subject, facts.paidAmount)
  const { publicAddress } = ports.settings
  const [payerName = ''] = await payerNamesFor(viewer, [{ SerialId: facts.billId, PayerName: facts.payerName, IdNo: facts.idNo }])
  return composeCertificate({
    ...facts,
    payerName,
    certificateNo: no,
    checkCode: code,
    checkAddress: publicAddress && certificateCheckAddress(publicAddress, no, code),
    items: facts.items.map(({ FeeName, Amount }) => ({ name: FeeName, amount: Amount })),
    payments: facts.payments.map((payment) => ({ ...payment, paidTime: timeText(payment.paidTime), channel: enumText('Channel', payment.channel) })),
    printedOn: formatRocLong(taipeiToday(ports.clock())),
  })
}

/** The facts that a certificate states: amounts in the smallest unit of the currency, payments in order of time, their times in UTC, channels as codes. */
interface CertificateFacts
  extends Pick<Certificate, 'bankName' | 'companyName' | 'uniformNo' | 'payerName' | 'termName' | 'billNo' | 'currency' | 'payments' | 'paidAmount'> {
  readonly billId: number
  readonly idNo: string | null
  readonly items: readonly { readonly FeeName: string; readonly Amount: number }[]
}

/** Returns the facts; undefined if the bill or payment does not exist. */
const certificateFacts = async ({ db, settings }: Pick<Ports, 'db' | 'settings'>, { kind, id }: CertificateSubject): Promise<CertificateFacts | undefined> => {
  const payment = kind === 'Payment' ? sql`p.payment_id = ${id}` : sql`true`
  const { rows } = await sql<CertificateFacts>`
    select
      b.serial_id as "billId", ${bankName(settings.bankCode)} as "bankName", c.customer_name as "companyName", c.uniform_no as "uniformNo", b.payer_name as "payerName", b.id_no as "idNo",
      coalesce(t.bill_term_name, b.bill_term_id) as "termName", b.bill_no as "billNo", b.currency_type as currency, b.fee_items as items,
      ${kind === 'Payment' ? sql`paid.amount` : sql`b.paid_amount`} as "paidAmount", paid.payments
    from bill b
    ${billTables}
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

// Converts a UTC time such as `2026-11-20T01:15:30.123` to Taipei time, `2026/11/20 09:15`.
const timeText = (utc: string): string => {
  const local = toTaipei(utc.slice(0, 19))
  return `${local.slice(0, 10).replaceAll('-', '/')} ${local.slice(11, 16)}`
}

// Without characters that look alike on paper.
const checkCodeCharacters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns the code that proves a certificate: only the holder of the secret can compute it, and it becomes invalid when the paid amount changes. */
const checkCodeOf = async (secret: Uint8Array, { kind, id }: CertificateSubject, paidAmount: number): Promise<string> => {
  const mac = await macOf(secret, 'certificate', `${kind} ${id} ${paidAmount}`)
  const code = Array.from(mac.slice(0, 8), (byte) => checkCodeCharacters[byte % checkCodeCharacters.length]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Returns the certificate as a download. The caller has checked that the viewer may see it. */
export const certificateFile = async (ports: Ports, viewer: DocumentViewer, subject: CertificateSubject): Promise<FileDownload> => {
  const certificate = await certificateOf(ports, viewer, subject)
  if (certificate === undefined) throw new HttpRefusal(404, '查無這筆帳單，請重新查詢。')
  return new FileDownload(`繳費證明_${certificate.billNo}.pdf`, 'application/pdf', await ports.certificates.print(certificate))
}

/** Checks a certificate by its number and check code and returns what it certifies. Counts the attempt, and throws a refusal if the number or the code is wrong. */
export const checkCertificate = async ({ ports, query, client }: Call): Promise<CertificateCheck> => {
  await countAttempt(ports, certificateLimit, client.ip)
  const no = normalized(query.CertificateNo)
  const subject = parseCertificateNo(no)
  const facts = subject === null ? undefined : await certificateFacts(ports, subject)
  const codes = subject && facts ? await Promise.all(ports.settings.certificateSecrets.map((secret) => checkCodeOf(secret, subject, facts.paidAmount))) : []
  if (facts === undefined || !codes.includes(normalized(query.CheckCode))) {
    throw new Refusal('2004', '查無這份繳費證明，請確認證明編號與查驗碼。')
  }
  return {
    CertificateNo: no,
    CustomerName: facts.companyName,
    BillNo: facts.billNo,
    PayerName: mask('name', facts.payerName, facts.idNo),
    CurrencyType: facts.currency,
    PaidAmount: facts.paidAmount,
    PaidTime: toTaipei(facts.payments.at(-1)?.paidTime.slice(0, 19) ?? ''),
  }
}

const normalized = (values: readonly string[] = []): string =>
  foldFullWidth(values[0] ?? '')
    .trim()
    .toUpperCase()
