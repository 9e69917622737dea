import { sql } from 'kysely'
import { taipeiToday } from '../../domain/dates/dates'
import type { Db, Ports } from '../ports'
import { type DemoBill, demoBill, paymentRecords } from './bills'
import { agreementRecords, categoryRecords, customerRecord, type DemoAgreement, type DemoCompany, demoCompanies, feeRecords, unitRecords } from './companies'
import { type ExceptionContext, exceptionsOf } from './exceptions'
import { batchNoOf, type DemoImport, failedImport, termImport } from './imports'
import { type AuditValues, insertNumbered, insertRows } from './insert-rows'
import { type DemoPayer, payersOf } from './payers'
import { type RandomInteger, seededRandom } from './random'
import { referenceRecords } from './references'
import { draftTerms, termRecord, termsOf } from './terms'
import { billColumns, type DemoMatching, type NumberedBill, reportedPayment, transactionLine, unmatched } from './transaction-line'
import { allDemoUsers, bankRecord, type DemoUser, demoMima, loginFieldRecords, secretRecord, userRecord } from './users'
import { seedWhiteList, type WhiteListContext } from './white-list'

/** Fills an empty portal with demo data, dated relative to today, in one transaction; returns false if there are data already. */
export const seedDemo = async ({ db, clock, passwords }: Pick<Ports, 'db' | 'clock' | 'passwords'>): Promise<boolean> => {
  const hash = await passwords.hash(demoMima)
  const now = clock()
  return db.transaction().execute(async (trx) => {
    // Two processes that start at the same time must not both find the portal empty.
    await sql`select pg_advisory_xact_lock(7700101)`.execute(trx)
    if (await trx.selectFrom('customer').select('uniform_no').limit(1).executeTakeFirst()) return false
    const auditValues = { user: 'demo', at: now.toISOString() }
    const today = taipeiToday(now)
    for (const [table, records] of Object.entries(referenceRecords(today))) await insertRows(trx, table, records, auditValues)
    await insertRows(trx, 'customer', [bankRecord], auditValues)
    await insertCompanies(trx, demoCompanies, auditValues)
    await insertUsers(trx, allDemoUsers, auditValues, { hash, now })
    await seedBills(trx, auditValues, today)
    return true
  })
}

/** Creates companies with their agreements, units, categories, fees and sign-in fields. */
export const insertCompanies = async (db: Db, companies: readonly DemoCompany[], auditValues: AuditValues): Promise<void> => {
  const agreements = companies.flatMap((company) => company.agreements)
  await insertRows(db, 'customer', companies.map(customerRecord), auditValues)
  await insertRows(db, 'agreement', companies.flatMap(agreementRecords), auditValues)
  await insertRows(db, 'payer_unit', agreements.flatMap(unitRecords), auditValues)
  await insertRows(db, 'bill_category', agreements.flatMap(categoryRecords), auditValues)
  await insertRows(db, 'fee', agreements.flatMap(feeRecords), auditValues)
  await insertRows(db, 'payer_login_field', companies.flatMap(loginFieldRecords), auditValues)
}

/** Creates users who share the password with this hash. */
export const insertUsers = async (
  db: Db,
  users: readonly DemoUser[],
  auditValues: AuditValues,
  { hash, now }: { readonly hash: string; readonly now: Date },
): Promise<void> => {
  const records = users.map((user) => userRecord(user, taipeiToday(now)))
  const numbers = await insertNumbered(db, 'portal_user', records, auditValues)
  const secrets = users.map((user, index) => ({ UserId: numbers[index], ...secretRecord(user, hash, now) }))
  await insertRows(db, 'portal_user_secret', secrets)
}

const seedBills = async (db: Db, auditValues: AuditValues, today: string): Promise<void> => {
  const random = seededRandom(770_010)
  let payerCount = 0
  for (const company of demoCompanies) {
    for (const agreement of company.agreements) {
      const payers = payersOf(agreement, payerCount, random)
      payerCount += payers.length
      await insertRows(db, 'payer', payers, auditValues)
      await seedTerms(db, auditValues, { company, agreement, payers, today, random })
    }
  }
}

interface AgreementData {
  readonly company: DemoCompany
  readonly agreement: DemoAgreement
  readonly payers: readonly DemoPayer[]
  readonly today: string
  readonly random: RandomInteger
}

const seedTerms = async (db: Db, auditValues: AuditValues, { company, agreement, payers, today, random }: AgreementData): Promise<void> => {
  const terms = termsOf(agreement, today)
  const termRecords = [...terms, ...draftTerms(agreement, today)].map((term) => termRecord(agreement, term))
  await insertRows(db, 'bill_term', termRecords, auditValues)
  const imports: DemoImport[] = terms.slice(-1).map((term) => failedImport({ company, agreement, term }, random))
  const bills: DemoBill[] = []
  for (const term of terms) {
    const month = `B${term.start.slice(0, 4)}${term.start.slice(5, 7)}`
    const billCount = bills.filter(({ record }) => record.BillNo.startsWith(month)).length
    const batchNo = batchNoOf(agreement, term)
    const termBills = payers.map((payer, index) => {
      const billNo = `${month}-${String(billCount + index + 1).padStart(6, '0')}`
      return demoBill({ agreement, term, payer, today }, { billNo, batchNo }, random)
    })
    if (batchNo) imports.push(termImport({ company, agreement, term }, batchNo, termBills, random))
    bills.push(...termBills)
  }
  await insertImports(db, auditValues, imports)
  await insertBills(db, auditValues, { company, agreement, today }, bills)
}

const insertImports = async (db: Db, auditValues: AuditValues, imports: readonly DemoImport[]): Promise<void> => {
  const byTime = imports.toSorted((a, b) => a.record.ImportBatchNo.localeCompare(b.record.ImportBatchNo))
  const files = byTime.map(({ file }) => file)
  const chunks = byTime.map(({ chunk }) => chunk)
  const records = byTime.map(({ record }) => record)
  await insertRows(db, 'file', files)
  await insertRows(db, 'file_chunk', chunks)
  await insertRows(db, 'bill_import', records, auditValues)
}

const insertBills = async (db: Db, auditValues: AuditValues, context: WhiteListContext, bills: readonly DemoBill[]): Promise<void> => {
  const records = bills.map(({ record }) => record)
  const numbers = await insertNumbered(db, 'bill', records, auditValues)
  const numbered = bills.map((bill, i) => ({ ...bill, serialId: numbers[i] ?? 0 }))
  const payments = numbered.flatMap((bill) => paymentRecords(bill, bill.serialId))
  await insertRows(db, 'payment', payments)
  await insertRows(db, 'transaction_line', transactionRecords(context, numbered), auditValues)
  await seedWhiteList(db, auditValues, context, numbered)
}

/** Returns the transaction lines of an agreement in the order of time: one for each payment, and the exceptions. */
const transactionRecords = (context: ExceptionContext, bills: readonly NumberedBill[]) =>
  [...bills.flatMap(matchedPayments), ...exceptionsOf(context, bills)]
    .toSorted((a, b) => a.payment.at.localeCompare(b.payment.at))
    .map(({ payment, bill, matching }, index) => ({ ...transactionLine(payment, index + 1), ...billColumns(bill), ...unmatched, ...matching }))

const matchedPayments = (bill: NumberedBill) =>
  bill.payments.map((payment) => ({ payment: reportedPayment(bill, payment), bill, matching: matchingOf(bill, payment.at) }))

/** Returns how a payment was matched: an overpayment by a user, all others by the portal. */
const matchingOf = ({ pattern }: NumberedBill, at: string): Partial<DemoMatching> =>
  pattern === 'overpaid'
    ? { WriteOffStatus: 'ChangedBill', WriteOffTime: at, HandleUser: 'maker01', HandleTime: at, HandleReason: '繳款人確認溢繳，次期扣抵' }
    : { WriteOffStatus: 'WrittenOff', WriteOffTime: at }
