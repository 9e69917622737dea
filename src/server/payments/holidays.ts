import type { Holidays } from '../../domain/dates/business-days'
import type { Db } from '../ports'

/** Returns the bank holidays from a date on, without weekends. */
export const holidaysFrom = async (db: Db, date: string): Promise<Holidays> => {
  const holidays = await db.selectFrom('holiday').select('holiday_date').where('holiday_date', '>=', date).execute()
  return new Set(holidays.map(({ holiday_date }) => holiday_date))
}
