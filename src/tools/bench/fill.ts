import { sql } from 'kysely'
import { ensureTables } from '../../server/database/ensure-tables'
import { argon2Passwords } from '../../server/node/passwords'
import type { Db } from '../../server/ports'
import { readPortalSchemas } from '../portal-schemas'
import { fillDatabase, insertPayers } from '../seed/fill'
import { scaleCompany } from '../seed/scale-company'
import type { BenchUser } from './client'

/** Fills an empty database with bills of the company for scale tests, and returns how many were written per second. */
export const fillBills = async (db: Db, billCount: number): Promise<number> => {
  await ensureTables(db, readPortalSchemas('schemas').schemas)
  const start = performance.now()
  const created = await fillDatabase({ db, passwords: argon2Passwords, billCount, now: new Date(), progress: () => {} })
  return (created * 1000) / (performance.now() - start)
}

/** Fills an empty database with payers of the company for scale tests, and with bills for some of these payers. */
export const fillPayers = async (db: Db, payerCount: number, billCount: number): Promise<void> => {
  // Creates the company, to which the payers belong.
  await fillBills(db, 1)
  await insertPayers(db, payerCount, new Date())
  // The bills come last, because `fillDatabase` also updates the statistics of the query planner, which must include the payers.
  await fillBills(db, billCount)
}

/** Updates the statistics of all tables. Autovacuum may be switched off, and without statistics of the small tables the database chooses bad plans for joins. */
export const analyzeAllTables = async (db: Db): Promise<void> => {
  await sql`analyze`.execute(db)
}

/** Identifies the user of the company for scale tests. */
export const scaleTestUser: BenchUser = { UniformNo: scaleCompany.uniformNo, UserId: 'scale01' }

/** Adds copies of the user in `scaleTestUser`, because many simultaneous sign-ins of one user are rejected. */
export const addUsers = async (db: Db, count: number): Promise<readonly BenchUser[]> => {
  const { rows } = await sql<{ user: object; secret: object }>`
    select to_jsonb(u) as user, to_jsonb(s) as secret
    from portal_user u join portal_user_secret s on s.user_id = u.serial_id
    where u.uniform_no = ${scaleTestUser.UniformNo} and u.user_id = ${scaleTestUser.UserId}`.execute(db)
  const [original] = rows
  const users = Array.from({ length: count }, (_, index) => ({ UniformNo: scaleTestUser.UniformNo, UserId: `bench${index}` }))
  for (const [index, { UserId }] of users.entries()) {
    const serial_id = 900_000 + index
    const user = JSON.stringify({ ...original?.user, serial_id, user_id: UserId })
    const secret = JSON.stringify({ ...original?.secret, user_id: serial_id })
    await sql`insert into portal_user select * from jsonb_populate_record(null::portal_user, ${user}::text::jsonb)`.execute(db)
    await sql`insert into portal_user_secret select * from jsonb_populate_record(null::portal_user_secret, ${secret}::text::jsonb)`.execute(db)
  }
  return users
}
