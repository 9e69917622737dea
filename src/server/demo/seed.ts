import { sql } from 'kysely'
import { coolingOffHours } from '../../domain/access/portal-user'
import { taipeiToday } from '../../domain/dates/dates'
import type { PortalParts } from '../module'
import type { Db } from '../ports'
import { seedAgreementBills } from './agreement-bills'
import { seedCollections } from './collections'
import {
  agreementRecords,
  categoryRecords,
  customerRecord,
  type DemoCompany,
  demoCompanies,
  feeRecords,
  unitRecords,
} from './companies'
import { seedDebits } from './debits'
import { markDemoData } from './demo-mark'
import type { DemoPortal } from './demo-portal'
import holidays from './holidays.json'
import { type AuditValues, insertReturningIds, insertRows } from './insert-rows'
import { bookEvents } from './ledger/book-events'
import type { LedgerEvent } from './ledger/ledger-event'
import { seedRemittances } from './ledger/remittances'
import { payersOf } from './payers'
import { seedPublishedFiles } from './published-files'
import { seedPushes } from './pushes'
import { seededRandom } from './random'
import { referenceRecords } from './references'
import { allDemoUsers, bankRecord, type DemoUser, demoMima, loginFieldRecords, secretRecord, userRecord } from './users'

/**
 * Fills an empty portal with demo data, in one transaction except the direct debits.
 * Their dates are relative to today.
 * Returns false if the portal already has data.
 */
export const seedDemo = async ({ ports, schemas, modules }: PortalParts): Promise<boolean> => {
  const { db, clock, passwords } = ports
  const hash = await passwords.hash(demoMima)
  const now = clock()
  const isSeeded = await db.transaction().execute(async (trx) => {
    // If two processes start at the same time, the second one waits here and finds the data.
    // The number identifies this lock.
    await sql`select pg_advisory_xact_lock(7700101)`.execute(trx)
    if (await trx.selectFrom('customer').select('uniform_no').limit(1).executeTakeFirst()) return false
    await markDemoData(trx, now)
    const auditValues = { user: 'demo', at: now.toISOString() }
    const today = taipeiToday(now)
    for (const [table, records] of Object.entries(referenceRecords(today)))
      await insertRows(trx, table, records, auditValues)
    await insertRows(trx, 'customer', [bankRecord], auditValues)
    await insertCompanies(trx, demoCompanies, auditValues)
    await insertUsers(trx, allDemoUsers, auditValues, { hash, now })
    const demoPortal = { ports: { ...ports, db: trx, backgroundDb: trx }, schemas, modules, today }
    await seedPublishedFiles(demoPortal, auditValues)
    await seedAgreements(demoPortal, auditValues)
    return true
  })
  // The replies to direct debits are bank files, whose jobs use transactions of their own.
  if (isSeeded) await seedDebits({ ports, schemas, modules, today: taipeiToday(now) })
  return isSeeded
}

/** Creates companies with their agreements, units, categories, fees and sign-in fields. */
export const insertCompanies = async (
  db: Db,
  companies: readonly DemoCompany[],
  auditValues: AuditValues,
): Promise<void> => {
  const agreements = companies.flatMap((company) => company.agreements)
  await insertRows(db, 'customer', companies.map(customerRecord), auditValues)
  await insertRows(db, 'agreement', companies.flatMap(agreementRecords), auditValues)
  await insertRows(db, 'payer_unit', agreements.flatMap(unitRecords), auditValues)
  await insertRows(db, 'bill_category', agreements.flatMap(categoryRecords), auditValues)
  await insertRows(db, 'fee', agreements.flatMap(feeRecords), auditValues)
  await insertRows(db, 'payer_login_field', companies.flatMap(loginFieldRecords), auditValues)
}

/**
 * Creates users who share the password with this hash.
 * They are two days old, because a new user may not release anything for a day.
 */
export const insertUsers = async (
  db: Db,
  users: readonly DemoUser[],
  auditValues: AuditValues,
  { hash, now }: { readonly hash: string; readonly now: Date },
): Promise<void> => {
  const records = users.map((user) => userRecord(user, taipeiToday(now)))
  const createdAt = new Date(now.getTime() - 2 * coolingOffHours * 3_600_000)
  const serialIds = await insertReturningIds(db, 'portal_user', records, {
    ...auditValues,
    at: createdAt.toISOString(),
  })
  const secrets = users.map((user, index) => ({ UserId: serialIds[index], ...secretRecord(user, hash, now) }))
  await insertRows(db, 'portal_user_secret', secrets)
}

/** Creates the payers and bills of all agreements, then their payments, remittances and own collections. */
const seedAgreements = async (portal: DemoPortal, auditValues: AuditValues): Promise<void> => {
  const random = seededRandom(770_010)
  let payerCount = 0
  const events: LedgerEvent[] = []
  for (const company of demoCompanies) {
    for (const agreement of company.agreements) {
      const payers = payersOf(agreement, payerCount, random)
      payerCount += payers.length
      await insertRows(portal.ports.db, 'payer', payers, auditValues)
      events.push(...(await seedAgreementBills(portal, { company, agreement }, { payers, auditValues, random })))
    }
  }
  const holidayDates = new Set(Object.keys(holidays))
  await bookEvents(portal, events, holidayDates)
  await seedRemittances(
    portal,
    events.map(({ payment }) => payment),
    holidayDates,
  )
  await seedCollections(portal)
  await seedPushes(portal)
}
