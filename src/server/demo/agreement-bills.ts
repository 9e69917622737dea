import { sql } from 'kysely'
import { voidBills } from '../bills/void'
import { type BillUpload, insertUploads, readUpload } from './bill-uploads'
import { billSources, type DemoBill, demoBill, type StoredBill, storedState, typedBill } from './bills'
import { type AuditValues, insertNumbered, insertRows } from './insert-rows'
import { ledgerEvents } from './ledger/events'
import type { LedgerEvent } from './ledger/ledger-event'
import type { DemoPayer } from './payers'
import type { RandomInteger } from './random'
import { seedReminders } from './reminders'
import { draftTerms, termRecord, termsOf } from './terms'
import { type DemoOwner, type DemoWork, makerContext } from './uploads'
import { seedWhiteList } from './white-list'

interface AgreementData {
  readonly payers: readonly DemoPayer[]
  readonly auditValues: AuditValues
  readonly random: RandomInteger
}

/** Creates the terms of an agreement, their bills as they were uploaded or typed, and what has happened to them since. Returns their payments, which are booked later. */
export const seedAgreementBills = async (work: DemoWork, owner: DemoOwner, data: AgreementData): Promise<readonly LedgerEvent[]> => {
  const { ports, today } = work
  const { agreement } = owner
  const terms = termsOf(agreement, today)
  const termRecords = [...terms, ...draftTerms(agreement, today)].map((term) => termRecord(agreement, term))
  await insertRows(ports.db, 'bill_term', termRecords, data.auditValues)
  const failedFileId = randomFileId(data.random)
  const termUploads = terms.map((term): BillUpload => {
    const bills = data.payers.map((payer) => demoBill({ agreement, term, payer, today }, data.random))
    return { term, bills, fileId: term.collection.once ? '' : randomFileId(data.random), outcome: 'imported' }
  })
  const bills = await seedBills(work, owner, { ...data, termUploads, failedFileId })
  await seedReminders(ports.db, owner)
  await seedWhiteList(work, owner, bills)
  return ledgerEvents(owner, bills, today)
}

const randomFileId = (random: RandomInteger): string => Array.from({ length: 32 }, () => random(16).toString(16)).join('')

interface TermUploadsData extends AgreementData {
  readonly termUploads: readonly BillUpload[]
  readonly failedFileId: string
}

/** Uploads or types the bills of all terms, and voids some. */
const seedBills = async (
  work: DemoWork,
  owner: DemoOwner,
  { payers, auditValues, termUploads, failedFileId }: TermUploadsData,
): Promise<readonly StoredBill[]> => {
  const { db } = work.ports
  const { applyCode } = owner.agreement
  const sources = await billSources(db, applyCode, payers)
  const uploads = uploadsOf(termUploads, owner, failedFileId).map((upload) => readUpload(work, owner, upload, sources))
  await insertUploads(work, owner, uploads, auditValues)
  const bills: Omit<StoredBill, 'serialId'>[] = []
  const records: object[] = []
  for (const termUpload of termUploads) {
    const imported = uploads.find(({ upload }) => upload === termUpload)?.bills
    // The next bill of the month gets the number after these.
    const prefix = `B${termUpload.term.start.slice(0, 7).replace('-', '')}-`
    const last = bills.filter(({ billNo }) => billNo.startsWith(prefix)).length
    for (const [index, bill] of termUpload.bills.entries()) {
      const values = imported ? imported[index] : typedBill(bill, sources)
      const billNo = prefix + String(last + index + 1).padStart(6, '0')
      records.push({ ...values, BillNo: billNo, ...bill.changes, ...storedState(bill) })
      bills.push({ ...bill, billNo, account: String(values?.VACAccount) })
    }
  }
  const numbers = await insertNumbered(db, 'bill', records, auditValues)
  const stored = bills.map((bill, index) => ({ ...bill, serialId: numbers[index] ?? 0 }))
  await voidSome(work, owner, stored)
  return stored
}

/** Returns the uploads of an agreement: the bills of each month, a failed attempt, and an attempt that its maker cancelled. The bills of one-time collections were typed and have no upload. */
const uploadsOf = (termUploads: readonly BillUpload[], { company, agreement }: DemoOwner, failedFileId: string): readonly BillUpload[] => {
  const current = termUploads.filter(({ term }) => term.age === 0).slice(0, agreement === company.agreements[0] ? 1 : 0)
  return [
    ...termUploads.filter(({ fileId }) => fileId !== ''),
    ...termUploads.slice(-1).map((upload) => ({ ...upload, bills: ofFirstUnit(upload), outcome: 'failed' as const, fileId: failedFileId })),
    ...current.map((upload) => ({ ...upload, outcome: 'cancelled' as const, fileId: `cancelled${agreement.applyCode}`.padEnd(32, '0') })),
  ]
}

const ofFirstUnit = ({ bills }: BillUpload): readonly DemoBill[] => bills.filter(({ payer }) => payer.PayerUnitId === bills[0]?.payer.PayerUnitId)

const voidSome = async (work: DemoWork, owner: DemoOwner, bills: readonly StoredBill[]): Promise<void> => {
  const numbers = bills.filter(({ pattern }) => pattern === 'void').map(({ serialId }) => serialId)
  await voidBills(makerContext(work, owner), sql`b.serial_id = any(${numbers}::bigint[])`, numbers.length)
}
