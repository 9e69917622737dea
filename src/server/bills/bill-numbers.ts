import { sql } from 'kysely'
import { taipeiTime } from '../../domain/dates/dates'
import type { Row } from '../database/tables'
import type { Db } from '../ports'

interface NumberRequest {
  readonly applyCode: string
  readonly today: string
  readonly count: number
}

/**
 * Reserves `count` bill numbers of an agreement in the month of `today`, such as B202611-000123, above those of its
 * existing bills.
 * Returns the prefix, and in `lastTaken` the number before the first reserved one.
 * The counter is locked until the transaction ends.
 */
export const reserveBillNumbers = async (
  db: Db,
  { applyCode, today, count }: NumberRequest,
): Promise<{ readonly prefix: string; readonly lastTaken: number }> => {
  const prefix = `B${today.slice(0, 4)}${today.slice(5, 7)}-`
  const name = `bill:${applyCode}:${prefix}`
  await db
    .insertInto('counter')
    .values({ name, value: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { rows } = await sql<Pick<Row<'counter'>, 'value'>>`
    update counter
    set value = ${count} + greatest(value, (
      select coalesce(max(substring(bill_no from ${prefix.length + 1}::integer)::bigint), 0)
      from bill
      where apply_code = ${applyCode} and bill_no ~ ${`^${prefix}[0-9]{6,9}$`}
    ))
    where name = ${name}
    returning value`.execute(db)
  return { prefix, lastTaken: (rows[0]?.value ?? count) - count }
}

/**
 * Reserves the number of an upload: the time in Taipei to the second, and two digits for uploads of the same second.
 */
export const reserveImportBatchNo = async (db: Db, now: Date): Promise<string> => {
  const { value } = await db
    .insertInto('counter')
    .values({ name: 'billImport', value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('counter.value', '+', 1) })))
    .returning('value')
    .executeTakeFirstOrThrow()
  return taipeiTime(now).replace(/\D/g, '') + String(value % 100).padStart(2, '0')
}
