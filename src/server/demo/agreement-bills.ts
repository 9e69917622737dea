import { sql } from 'kysely'
import { voidBills } from '../bills/void'
import { type BillUpload, insertUploads, readUpload } from './bill-uploads'
import { accountStateOf, billEnteredByHand, billSources, type DemoBill, demoBill, type StoredBill } from './bills'
import { type DemoPortal, type DemoTenant, makerContext } from './demo-portal'
import { type AuditValues, insertReturningIds, insertRows } from './insert-rows'
import { ledgerEvents } from './ledger/events'
import type { LedgerEvent } from './ledger/ledger-event'
import type { DemoPayer } from './payers'
import type { RandomInteger } from './random'
import { seedReminders } from './reminders'
import { draftTerms, termRecord, termsOf } from './terms'
import { seedWhiteList } from './white-list'

interface AgreementData {
  readonly payers: readonly DemoPayer[]
  readonly auditValues: AuditValues
  readonly random: RandomInteger
}

/**
 * Creates the terms of an agreement, their bills with the uploads and reminders, and the white list.
 * Returns the payments of the bills, which `bookEvents` books later.
 */
export const seedAgreementBills = async (
  portal: DemoPortal,
  tenant: DemoTenant,
  data: AgreementData,
): Promise<readonly LedgerEvent[]> => {
  const { ports, today } = portal
  const { agreement } = tenant
  const terms = termsOf(agreement, today)
  const termRecords = [...terms, ...draftTerms(agreement, today)].map((term) => termRecord(agreement, term))
  await insertRows(ports.db, 'bill_term', termRecords, data.auditValues)
  const failedFileId = randomFileId(data.random)
  const termUploads = terms.map((term): BillUpload => {
    const bills = data.payers.map((payer) => demoBill({ agreement, term, payer, today }, data.random))
    // Without a file id, the bills were entered by hand.
    return { term, bills, fileId: term.collection.oneTime ? '' : randomFileId(data.random), outcome: 'imported' }
  })
  const bills = await insertBills(portal, tenant, { ...data, termUploads, failedFileId })
  await seedReminders(ports.db, tenant)
  await seedWhiteList(portal, tenant, bills)
  return ledgerEvents(tenant, bills, today)
}

const randomFileId = (random: RandomInteger): string =>
  Array.from({ length: 32 }, () => random(16).toString(16)).join('')

interface TermUploadsData extends AgreementData {
  readonly termUploads: readonly BillUpload[]
  readonly failedFileId: string
}

/** Inserts the bills of all terms, as if they had been uploaded or entered by hand, and voids some of them. */
const insertBills = async (
  portal: DemoPortal,
  tenant: DemoTenant,
  { payers, auditValues, termUploads, failedFileId }: TermUploadsData,
): Promise<readonly StoredBill[]> => {
  const { db } = portal.ports
  const { applyCode } = tenant.agreement
  const recordsForBills = await billSources(db, applyCode, payers)
  const uploads = uploadsOf(termUploads, tenant, failedFileId).map((upload) =>
    readUpload(portal, tenant, upload, recordsForBills),
  )
  await insertUploads(portal, tenant, uploads, auditValues)
  const bills: Omit<StoredBill, 'serialId'>[] = []
  const records: object[] = []
  for (const termUpload of termUploads) {
    const imported = uploads.find(({ upload }) => upload === termUpload)?.bills
    // Bills are numbered within a month, over all terms that begin in it.
    const prefix = `B${termUpload.term.start.slice(0, 7).replace('-', '')}-`
    const lastNo = bills.filter(({ billNo }) => billNo.startsWith(prefix)).length
    for (const [index, bill] of termUpload.bills.entries()) {
      const values = imported ? imported[index] : billEnteredByHand(bill, recordsForBills)
      const billNo = prefix + String(lastNo + index + 1).padStart(6, '0')
      records.push({ ...values, BillNo: billNo, ...bill.changes, ...accountStateOf(bill) })
      bills.push({ ...bill, billNo, account: String(values?.VACAccount) })
    }
  }
  const serialIds = await insertReturningIds(db, 'bill', records, auditValues)
  const storedBills = bills.map((bill, index) => ({ ...bill, serialId: serialIds[index] ?? 0 }))
  await voidByPattern(portal, tenant, storedBills)
  return storedBills
}

/**
 * Returns the uploads of an agreement: the bills of each term, unless they were entered by hand; a failed attempt for
 * the last term; and, for a company's first agreement, an attempt that the maker cancelled.
 * Such an attempt may also be for a one-time collection, whose bills were entered by hand.
 */
const uploadsOf = (
  termUploads: readonly BillUpload[],
  { company, agreement }: DemoTenant,
  failedFileId: string,
): readonly BillUpload[] => {
  const cancelled = termUploads
    .filter(({ term }) => term.termsAgo === 0)
    .slice(0, agreement === company.agreements[0] ? 1 : 0)
  return [
    ...termUploads.filter(({ fileId }) => fileId !== ''),
    ...termUploads.slice(-1).map((upload) => ({
      ...upload,
      bills: billsOfFirstUnit(upload),
      outcome: 'failed' as const,
      fileId: failedFileId,
    })),
    ...cancelled.map((upload) => ({
      ...upload,
      outcome: 'cancelled' as const,
      fileId: `cancelled${agreement.applyCode}`.padEnd(32, '0'),
    })),
  ]
}

const billsOfFirstUnit = ({ bills }: BillUpload): readonly DemoBill[] =>
  bills.filter(({ payer }) => payer.PayerUnitId === bills[0]?.payer.PayerUnitId)

/** Voids the bills whose payment pattern is `void`. */
const voidByPattern = async (portal: DemoPortal, tenant: DemoTenant, bills: readonly StoredBill[]): Promise<void> => {
  const serialIds = bills.filter(({ pattern }) => pattern === 'void').map(({ serialId }) => serialId)
  await voidBills(makerContext(portal, tenant), sql`b.serial_id = any(${serialIds}::bigint[])`, serialIds.length)
}
