import { sql } from 'kysely'
import { taipeiToday } from '../../domain/dates/dates'
import type { DemoAgreement } from '../../server/demo/companies'
import { agreementRecords, categoryRecords, customerRecord, feeRecords, unitRecords } from '../../server/demo/companies'
import { insertNumbered, insertRows, type SeedTrail } from '../../server/demo/insert-rows'
import { payerIdOf, somebody } from '../../server/demo/payers'
import { type Random, seededRandom } from '../../server/demo/random'
import { marketItems } from '../../server/demo/references'
import { termRecord } from '../../server/demo/terms'
import { demoMima, userRecord } from '../../server/demo/users'
import type { Db, Passwords } from '../../server/ports'
import { insertBills, numbered } from './bills'
import { scaleCompany, scaleTerms, termCount } from './scale-company'

/** The database to fill, and with how many bills. */
interface Filling {
  readonly db: Db
  readonly passwords: Passwords
  readonly bills: number
  readonly now: Date
  /** Receives the number of processed bills after every chunk. */
  readonly progress: (done: number) => void
}

// Bills of this many payers in one statement: some 20,000 rows, so that a cut costs a second.
const payersPerChunk = 1000

/** Fills the database with up to so many bills of the scale company and returns how many are new; existing ones stay. */
export const fill = async ({ db, passwords, bills, now, progress }: Filling): Promise<number> => {
  const trail = { user: 'seed', at: now.toISOString() }
  const [agreement] = scaleCompany.agreements
  const today = taipeiToday(now)
  await makeCompany({ db, passwords, trail, today })
  const random = seededRandom(880_010)
  const payers = Math.ceil(bills / termCount)
  const common = { applyCode: agreement.applyCode, most: bills, terms: scaleTerms(today), now: trail.at }
  let made = 0
  for (let from = 1; from <= payers; from += payersPerChunk) {
    const span = { from, to: Math.min(from + payersPerChunk - 1, payers), now: trail.at }
    await insertPayers(db, agreement, span, random)
    made += await insertBills(db, { ...common, ...span })
    progress(Math.min(bills, span.to * termCount))
  }
  // Without fresh statistics the first queries on a million rows would be planned for an empty table.
  for (const table of ['payer', 'bill', 'payment']) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  return made
}

interface Making {
  readonly db: Db
  readonly passwords: Passwords
  readonly trail: SeedTrail
  readonly today: string
}

/** Creates the company, once. Its user can sign in like those of the demo companies. */
const makeCompany = async ({ db, passwords, trail, today }: Making): Promise<void> => {
  const [agreement] = scaleCompany.agreements
  const [collection] = agreement.collections
  const { rows } = await sql`select 1 from customer where uniform_no = ${scaleCompany.uniformNo}`.execute(db)
  if (rows.length > 0 || !collection) return
  const hash = await passwords.hash(demoMima)
  await db.transaction().execute(async (trx) => {
    if ((await sql`select 1 from market_item limit 1`.execute(trx)).rows.length === 0) await insertRows(trx, 'market_item', marketItems, trail)
    await insertRows(trx, 'customer', [customerRecord(scaleCompany)], trail)
    await insertRows(trx, 'agreement', agreementRecords(scaleCompany), trail)
    await insertRows(trx, 'payer_unit', unitRecords(agreement), trail)
    await insertRows(trx, 'bill_category', categoryRecords(agreement), trail)
    await insertRows(trx, 'fee', feeRecords(agreement), trail)
    const terms = scaleTerms(today).map((term, no) => termRecord(agreement, { ...term, age: termCount - 1 - no, name: `壓力測試${term.no}期`, collection }))
    await insertRows(trx, 'bill_term', terms, trail)
    const user = {
      uniformNo: scaleCompany.uniformNo,
      userId: 'scale01',
      userName: '測試人員',
      mail: 'ceshi',
      role: 'CustomerAdmin',
      applyCodes: [agreement.applyCode],
      label: '',
    }
    const numbers = await insertNumbered(trx, 'portal_user', [userRecord(user, today)], trail)
    await insertRows(
      trx,
      'portal_user_secret',
      numbers.map((UserId) => ({ UserId, PasswordHash: hash, PreviousHashes: [], WrongCount: 0, LockCount: 0 })),
    )
  })
}

/** Creates the missing payers of a range. */
export const insertPayers = async (
  db: Db,
  agreement: DemoAgreement,
  span: { readonly from: number; readonly to: number; readonly now: string },
  random: Random,
): Promise<void> => {
  const rows = Array.from({ length: span.to - span.from + 1 }, (_, i) => payerRow(agreement, span.from + i, random))
  await sql`
    insert into payer (
      apply_code, payer_unit_id, payer_id, payer_no, payer_name, id_no, payer_type, mobile, email, zip_code, address, notify_method, debit_auth_status,
      payer_status, create_user, create_time, update_user, update_time
    )
    select
      ${agreement.applyCode}, unit, id, no, name, id_no, 'Normal', mobile, email, zip_code, address, '["Email"]', 'None', 'Active',
      'seed', ${span.now}::timestamptz, 'seed', ${span.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as p(unit text, id text, no text, name text, id_no text, mobile text, email text, zip_code text, address text)
    on conflict do nothing`.execute(db)
}

const payerRow = (agreement: DemoAgreement, no: number, random: Random) => {
  const { name, idNo, zipCode, address } = somebody(random, no)
  const unit = agreement.units[no % agreement.units.length]?.id ?? null
  const mobile = `0900${numbered(no)}`
  return {
    unit,
    id: payerIdOf(agreement, no - 1, ''),
    no: numbered(no),
    name,
    id_no: idNo,
    mobile,
    email: `scale${no}@example.com`,
    zip_code: zipCode,
    address,
  }
}
