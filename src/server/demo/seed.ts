import { sql } from 'kysely'
import { taipeiToday } from '../../domain/dates/dates'
import type { Db, Ports } from '../ports'
import { type DemoBill, demoBill, paymentRecords } from './bills'
import { type DemoAgreement, type DemoCompany, demoCompanies } from './companies'
import { agreementRecords, categoryRecords, customerRecord, feeRecords, unitRecords } from './company-records'
import { type Dice, diceFrom } from './dice'
import { type ExceptionPlace, exceptionsOf } from './exceptions'
import holidays from './holidays.json'
import { batchNoOf, type DemoImport, failedImport, goodImport } from './imports'
import { insertNumbered, insertRows, type Trail } from './insert-rows'
import { demoActivities, demoNotices } from './news'
import { type DemoPayer, payersOf } from './payers'
import { marketItems } from './references'
import { draftTerms, termRecord, termsOf } from './terms'
import { arrivalOf, billPart, type Fate, type KeptBill, lineOf, noFate } from './transaction-line'
import { bankRecord, demoMima, demoStaff, loginFieldRecords, secretRecord, userRecord } from './users'

/** Fills an empty portal with demo data, dated relative to today; false when there is data already. All of it or nothing. */
export const seedDemo = async ({ db, clock, passwords }: Pick<Ports, 'db' | 'clock' | 'passwords'>): Promise<boolean> => {
  const hash = await passwords.hash(demoMima)
  const now = clock()
  return db.transaction().execute(async (trx) => {
    // Two processes that start together must not both find it empty.
    await sql`select pg_advisory_xact_lock(7700101)`.execute(trx)
    if (await trx.selectFrom('customer').select('uniform_no').limit(1).executeTakeFirst()) return false
    const trail = { user: 'demo', at: now.toISOString() }
    const today = taipeiToday(now)
    await seedReferences(trx, trail, today)
    await seedCompanies(trx, trail)
    await seedUsers(trx, trail, hash, now)
    await seedBills(trx, trail, today)
    return true
  })
}

const seedReferences = async (db: Db, trail: Trail, today: string): Promise<void> => {
  await insertRows(db, 'market_item', marketItems, trail)
  await insertRows(db, 'bank', banks, trail)
  await insertRows(db, 'holiday', holidayRecords, trail)
  await insertRows(db, 'notice', demoNotices(today), trail)
  await insertRows(db, 'activity', demoActivities(today), trail)
}

const seedCompanies = async (db: Db, trail: Trail): Promise<void> => {
  const agreements = demoCompanies.flatMap((company) => company.agreements)
  await insertRows(db, 'customer', [...demoCompanies.map(customerRecord), bankRecord], trail)
  await insertRows(db, 'agreement', demoCompanies.flatMap(agreementRecords), trail)
  await insertRows(db, 'payer_unit', agreements.flatMap(unitRecords), trail)
  await insertRows(db, 'bill_category', agreements.flatMap(categoryRecords), trail)
  await insertRows(db, 'fee', agreements.flatMap(feeRecords), trail)
  await insertRows(db, 'payer_login_field', demoCompanies.flatMap(loginFieldRecords), trail)
}

const seedUsers = async (db: Db, trail: Trail, hash: string, now: Date): Promise<void> => {
  const users = demoStaff.map((user) => userRecord(user, taipeiToday(now)))
  const numbers = await insertNumbered(db, 'portal_user', users, trail)
  const secrets = demoStaff.map((user, index) => ({ UserId: numbers[index], ...secretRecord(user, hash, now) }))
  await insertRows(db, 'portal_user_secret', secrets)
}

const seedBills = async (db: Db, trail: Trail, today: string): Promise<void> => {
  const dice = diceFrom(770_010)
  let people = 0
  for (const company of demoCompanies) {
    for (const agreement of company.agreements) {
      const payers = payersOf(agreement, people, dice)
      people += payers.length
      await insertRows(db, 'payer', payers, trail)
      await seedTerms(db, trail, { company, agreement, payers, today, dice })
    }
  }
}

interface Ledger {
  readonly company: DemoCompany
  readonly agreement: DemoAgreement
  readonly payers: readonly DemoPayer[]
  readonly today: string
  readonly dice: Dice
}

const seedTerms = async (db: Db, trail: Trail, ledger: Ledger): Promise<void> => {
  const { company, agreement, payers, today, dice } = ledger
  const terms = termsOf(agreement, today)
  const drafts = draftTerms(agreement, today)
  const termRecords = [...terms, ...drafts].map((term) => termRecord(agreement, term))
  await insertRows(db, 'bill_term', termRecords, trail)
  const imports: DemoImport[] = terms.slice(-1).map((term) => failedImport(company, agreement, term, dice))
  const bills: DemoBill[] = []
  const last = new Map<string, number>()
  for (const term of terms) {
    const month = `B${term.start.slice(0, 4)}${term.start.slice(5, 7)}`
    const made = payers.map((payer, n) => {
      const billNo = `${month}-${String((last.get(month) ?? 0) + n + 1).padStart(6, '0')}`
      return demoBill({ agreement, term, payer, today }, { billNo, batchNo: batchNoOf(agreement, term) }, dice)
    })
    last.set(month, (last.get(month) ?? 0) + made.length)
    if (batchNoOf(agreement, term)) imports.push(goodImport(company, agreement, term, made, dice))
    bills.push(...made)
  }
  await keepImports(db, trail, imports)
  await keepBills(db, trail, { agreement, today }, bills)
}

const keepImports = async (db: Db, trail: Trail, imports: readonly DemoImport[]): Promise<void> => {
  const byTime = imports.toSorted((one, other) => one.record.ImportBatchNo.localeCompare(other.record.ImportBatchNo))
  const files = byTime.map(({ file }) => file)
  const chunks = byTime.map(({ chunk }) => chunk)
  const records = byTime.map(({ record }) => record)
  await insertRows(db, 'file', files)
  await insertRows(db, 'file_chunk', chunks)
  await insertRows(db, 'bill_import', records, trail)
}

const keepBills = async (db: Db, trail: Trail, place: ExceptionPlace, bills: readonly DemoBill[]): Promise<void> => {
  const records = bills.map(({ record }) => record)
  const numbers = await insertNumbered(db, 'bill', records, trail)
  const kept = bills.map((bill, i) => ({ ...bill, serialId: numbers[i] ?? 0 }))
  const payments = kept.flatMap((bill) => paymentRecords(bill, bill.serialId))
  await insertRows(db, 'payment', payments)
  await insertRows(db, 'transaction_line', transactionRecords(place, kept), trail)
}

// Codes of FISC's open data as of 2021, without those merged since (021 into 810, 815 into 012); 999 stands for the demo's own bank.
const names =
  '004 臺灣銀行,005 臺灣土地銀行,006 合作金庫商業銀行,007 第一商業銀行,008 華南商業銀行,009 彰化商業銀行,011 上海商業儲蓄銀行,012 台北富邦商業銀行,013 國泰世華商業銀行,016 高雄銀行,017 兆豐國際商業銀行,018 全國農業金庫,048 王道商業銀行,050 臺灣中小企業銀行,052 渣打國際商業銀行,053 台中商業銀行,054 京城商業銀行,081 匯豐（台灣）商業銀行,101 瑞興商業銀行,102 華泰商業銀行,103 臺灣新光商業銀行,108 陽信商業銀行,118 板信商業銀行,147 三信商業銀行,700 中華郵政,803 聯邦商業銀行,805 遠東國際商業銀行,806 元大商業銀行,807 永豐商業銀行,808 玉山商業銀行,809 凱基商業銀行,810 星展（台灣）商業銀行,812 台新國際商業銀行,816 安泰商業銀行,822 中國信託商業銀行,823 將來商業銀行,824 連線商業銀行,826 樂天國際商業銀行,999 示範商業銀行'

// 中華民國政府行政機關辦公日曆表 of 2026 and 2027, as known on 2026-11-20; weekends are no business days anyway and stand there only when they are the holiday itself.
const holidayRecords = Object.entries(holidays).map(([HolidayDate, HolidayName]) => ({ HolidayDate, HolidayName }))

/** Banks by code. */
const banks = names.split(',').map((entry) => ({ BankCode: entry.slice(0, 3), BankName: entry.slice(4) }))

/** The information flow of an agreement: a line for each payment, and those that match nothing as they should; in the order in which they came. */
const transactionRecords = (place: ExceptionPlace, bills: readonly KeptBill[]) =>
  [...bills.flatMap(matched), ...exceptionsOf(place, bills)]
    .toSorted((one, other) => one.arrival.at.localeCompare(other.arrival.at))
    .map(({ arrival, bill, fate }, index) => ({ ...lineOf(arrival, index + 1), ...billPart(bill), ...noFate, ...fate }))

const matched = (bill: KeptBill) => bill.payments.map((payment) => ({ arrival: arrivalOf(bill, payment), bill, fate: fateOf(bill, payment.at) }))

/** A payment of more than the bill became its own when somebody said so; all others are matched by the portal. */
const fateOf = ({ story }: KeptBill, at: string): Partial<Fate> =>
  story === 'over'
    ? { WriteOffStatus: 'ChangedBill', WriteOffTime: at, HandleUser: 'maker01', HandleTime: at, HandleReason: '繳款人確認溢繳，次期扣抵' }
    : { WriteOffStatus: 'WrittenOff', WriteOffTime: at }
