import { sql } from 'kysely'
import type { Holidays } from '../../domain/dates/business-days'
import type { Db } from '../ports'

/** Returns the bank holidays from a date on, without weekends. */
export const holidaysFrom = async (db: Db, date: string): Promise<Holidays> => {
  const { rows } = await sql<{ day: string }>`select holiday_date as day from holiday where holiday_date >= ${date}`.execute(db)
  return new Set(rows.map(({ day }) => day))
}
