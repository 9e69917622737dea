import { sql } from 'kysely'
import { ensureTables } from '../../server/database/ensure-tables'
import { argon2Passwords } from '../../server/node/passwords'
import type { Db } from '../../server/ports'
import { loadModules } from '../module-files'
import { readPortalSchemas } from '../portal-schemas'
import { fillDatabase, insertPayers } from '../seed/fill'
import { scaleCompany } from '../seed/scale-company'
import type { BenchUser } from './client'

/** Fills an empty database with bills of the company for scale tests, and returns how many were written per second. */
export const fillBills = async (db: Db, billCount: number): Promise<number> => {
  await ensureTables(db, readPortalSchemas('schemas', await loadModules()).schemas)
  const start = performance.now()
  const created = await fillDatabase({ db, passwords: argon2Passwords, billCount, now: new Date(), progress: () => {} })
  return (created * 1000) / (performance.now() - start)
}

/** Fills an empty database with payers of the company for scale tests, and with bills for some of these payers. */
export const fillPayers = async (db: Db, payerCount: number, billCount: number): Promise<void> => {
  // Creates the company, to which the payers belong.
  await fillBills(db, 1)
  await insertPayers(db, payerCount, new Date())
  // The bills come last, because `fillDatabase` also updates the statistics of the query planner, which must include
  // the payers.
  await fillBills(db, billCount)
}

/**
 * Updates the statistics of all tables.
 * Autovacuum may be switched off, and without statistics of the small tables the database chooses bad plans for joins.
 */
export const analyzeAllTables = async (db: Db): Promise<void> => {
  await sql`analyze`.execute(db)
}

/** Identifies the user of the company for scale tests. */
export const scaleTestUser: BenchUser = { UniformNo: scaleCompany.uniformNo, UserId: 'scale01' }
