import { sql } from 'kysely'
import type { BillSources } from '../../domain/bills/build-bill'
import { taipeiToday } from '../../domain/dates/dates'
import { mergeTallies } from '../../server/database/bills-and-lines/merge-tallies'
import { updateStatistics } from '../../server/database/statistics'
import {
  accountStateOf,
  billEnteredByHand,
  billSources,
  type DemoBill,
  demoBill,
  type StoredBill,
} from '../../server/demo/bills'
import { markDemoData } from '../../server/demo/demo-mark'
import holidays from '../../server/demo/holidays.json'
import { type AuditValues, insertMissing, insertRows } from '../../server/demo/insert-rows'
import { payerSlip, paymentBySlip } from '../../server/demo/ledger/payer-slip'
import { reportedLine } from '../../server/demo/ledger/reported-line'
import { type DemoPayer, payerRecord, randomPerson } from '../../server/demo/payers'
import { seededRandom } from '../../server/demo/random'
import { holidayRecords, marketItems } from '../../server/demo/references'
import { insertCompanies, insertUsers } from '../../server/demo/seed'
import { termRecord } from '../../server/demo/terms'
import { demoMima } from '../../server/demo/users'
import { bookLines, type ReportedLine } from '../../server/payments/book-lines'
import type { Db, Passwords } from '../../server/ports'
import { scaleCompany, scaleTerms, scaleUser, termCount } from './scale-company'

/** The database to fill, and the number of bills. */
interface SeedTask {
  readonly db: Db
  readonly passwords: Passwords
  readonly billCount: number
  readonly now: Date
  /** Receives the number of processed bills after every chunk. */
  readonly progress: (done: number) => void
}

// Number of bills in one transaction: those of 50 payers, who have a bill in each of the 20 terms.
const billsPerChunk = 50 * termCount

const [agreement] = scaleCompany.agreements

/**
 * Fills the database with bills of the company for scale tests.
 * Keeps existing bills, and returns the number of new ones.
 * Two chunks are processed at a time, so that one is built while the database writes the other one.
 */
export const fillDatabase = async (task: SeedTask): Promise<number> => {
  const { db, billCount, progress } = task
  await ensureCompany(task)
  const starts = chunkStarts(billCount)
  let [created, done, analyzed] = [0, 0, 0]
  const fillChunks = async (): Promise<void> => {
    // Both loops take their chunks from the same iterator.
    for (const from of starts) {
      const newBills = await fillChunk(task, from)
      created += newBills
      done += Math.min(billsPerChunk, billCount - from)
      progress(done)
      if (done < analyzed * 2) continue
      analyzed = done
      // With statistics from a much smaller table, the following chunks would read the whole table.
      for (const table of tablesReadByChunks) await updateStatistics(db, table)
    }
  }
  await Promise.all([fillChunks(), fillChunks()])
  await mergeTallies(db)
  // Without current statistics the database would plan the first queries on a million rows for an empty table.
  for (const table of filledTables) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  return created
}

/** Yields the number of bills before each chunk. */
function* chunkStarts(billCount: number): Generator<number, undefined> {
  for (let from = 0; from < billCount; from += billsPerChunk) yield from
}

/** Inserts the missing payers and bills of a chunk, which begins after `from` bills; returns the number of new bills. */
const fillChunk = async ({ db, billCount, now }: SeedTask, from: number): Promise<number> => {
  const [auditValues, today] = [auditValuesOf(now), taipeiToday(now)]
  const count = Math.min(billsPerChunk, billCount - from)
  const payers = scalePayers(from / termCount, Math.ceil((from + count) / termCount))
  await insertMissing(db, 'payer', 'payer_id', payers, auditValues)
  const sources = await billSources(db, agreement.applyCode, payers)
  const bills = payers.flatMap((payer) => {
    // A negative seed, so that the bills do not use the same random numbers as their payer.
    const random = seededRandom(-Number(payer.PayerNo))
    return scaleTerms(today).map((term) => demoBill({ agreement, term, payer, today }, random))
  })
  const newBills = bills.slice(0, count).map((bill) => ({ bill, record: billRecord(bill, sources) }))
  return db.transaction().execute((trx) => insertBills(trx, newBills, auditValues))
}

/** The filled tables that the statements of each chunk read. */
const tablesReadByChunks = ['payer', 'bill', 'payment', 'transaction_line']

/** The filled tables, including those that triggers write. */
const filledTables = [
  'payer',
  'bill',
  'bill_by_state',
  'internal_partly_paid_bill',
  'bill_tally',
  'payment',
  'payment_tally',
  'transaction_line',
  'line_tally',
  'bank_line_tally',
]

const auditValuesOf = (now: Date): AuditValues => ({ user: 'seed', at: now.toISOString() })

/** Creates the company if it is missing. */
const ensureCompany = async ({ db, passwords, now }: SeedTask): Promise<void> => {
  if (
    await db
      .selectFrom('customer')
      .select('uniform_no')
      .where('uniform_no', '=', scaleCompany.uniformNo)
      .executeTakeFirst()
  )
    return
  const [auditValues, hash] = [auditValuesOf(now), await passwords.hash(demoMima)]
  await db.transaction().execute(async (trx) => {
    await markDemoData(trx, now)
    if (!(await trx.selectFrom('market_item').select('market_item_code').limit(1).executeTakeFirst()))
      await insertRows(trx, 'market_item', marketItems, auditValues)
    if (!(await trx.selectFrom('holiday').select('holiday_date').limit(1).executeTakeFirst()))
      await insertRows(trx, 'holiday', holidayRecords, auditValues)
    await insertCompanies(trx, [scaleCompany], auditValues)
    const terms = scaleTerms(taipeiToday(now)).map((term) => termRecord(agreement, term))
    await insertRows(trx, 'bill_term', terms, auditValues)
    await insertUsers(trx, [scaleUser], auditValues, { hash, now })
  })
}

/** Inserts the first `count` payers of the company, except those that exist. */
export const insertPayers = async (db: Db, count: number, now: Date): Promise<void> => {
  await insertMissing(db, 'payer', 'payer_id', scalePayers(0, count), auditValuesOf(now))
}

/** Returns the payers from index `from` up to, but not including, `to`. Each payer is the same in every run. */
const scalePayers = (from: number, to: number): readonly DemoPayer[] =>
  Array.from({ length: to - from }, (_, index) => scalePayer(from + index))

const scalePayer = (index: number): DemoPayer => {
  const payerNo = index + 1
  const random = seededRandom(payerNo)
  const contacts = { mobile: `0900${String(payerNo).padStart(6, '0')}`, email: `scale${payerNo}@example.com` }
  return payerRecord(agreement, index, { ...randomPerson(random, payerNo), ...contacts }, random)
}

/** Inserts the bills that do not exist, with their payments, and returns the number of inserted bills. */
const insertBills = async (
  db: Db,
  bills: readonly { readonly bill: DemoBill; readonly record: BillRecord }[],
  auditValues: AuditValues,
): Promise<number> => {
  const records = bills.map(({ record }) => record)
  const serialIds = await insertMissing(db, 'bill', 'bill_no', records, auditValues)
  const lines = bills.flatMap(({ bill, record: { BillNo, VACAccount } }) => {
    const serialId = serialIds.get(BillNo)
    return serialId === undefined
      ? []
      : reportedPayments({ ...bill, serialId, billNo: BillNo, account: String(VACAccount) })
  })
  await bookLines(db, lines, { now: auditValues.at, user: auditValues.user })
  return serialIds.size
}

/** Returns the payments of a bill as channels report them. */
const reportedPayments = (bill: StoredBill): readonly ReportedLine[] => {
  const random = seededRandom(bill.serialId)
  const slip = payerSlip(bill)
  return bill.payments.map(({ at, ...payment }) =>
    reportedLine(paymentBySlip(slip, payment, { at, random }), holidayDates),
  )
}

const holidayDates = new Set(Object.keys(holidays))

/** Returns the record of a bill, with the values that later events such as prints and reminders have changed. */
const billRecord = (bill: DemoBill, sources: BillSources) => {
  const values = {
    ...billEnteredByHand(bill, sources),
    BillNo: `S${bill.term.no}-${bill.payer.PayerNo}`,
    ...bill.changes,
    ...accountStateOf(bill),
  }
  return bill.pattern === 'void' ? { ...values, BillState: 'Void', AccountState: 'Released' } : values
}

type BillRecord = ReturnType<typeof billRecord>
