import { sql } from 'kysely'
import type { Db } from '../../../ports'
import { logGuards } from './log-guards'
import { moneyTables } from './money-tables'
import { moneyTriggers } from './money-triggers'
import { portalTables } from './portal-tables'

/**
 * Creates the tables that no schema file describes, and the functions of their triggers and of those of bills and
 * lines.
 */
export const tables = async (db: Db): Promise<void> => {
  for (const statement of [...portalTables, ...moneyTables, ...moneyTriggers, ...logGuards])
    await sql.raw(statement).execute(db)
}
