import { sql } from 'kysely'
import { taipeiTime } from '../../domain/dates/dates'
import type { Db } from '../ports'

interface NumberRequest {
  readonly applyCode: string
  readonly today: string
  readonly count: number
}

/** Reserves `count` bill numbers of an agreement in the month of `today`, such as B202611-000123; all are higher than the numbers of its existing bills. Returns their prefix and the number before the first of them (`lastTaken`). The counter is locked until the transaction ends. */
export const reserveBillNumbers = async (
  db: Db,
  { applyCode, today, count }: NumberRequest,
): Promise<{ readonly prefix: string; readonly lastTaken: number }> => {
  const prefix = `B${today.slice(0, 4)}${today.slice(5, 7)}-`
  await sql`insert into counter (name, value) values (${`bill:${applyCode}:${prefix}`}, 0) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ value: number }>`
    update counter
    set value = ${count} + greatest(value, (
      select coalesce(max(substring(bill_no from ${prefix.length + 1}::integer)::bigint), 0)
      from bill
      where apply_code = ${applyCode} and bill_no ~ ${`^${prefix}[0-9]{6,9}$`}
    ))
    where name = ${`bill:${applyCode}:${prefix}`}
    returning value`.execute(db)
  return { prefix, lastTaken: (rows[0]?.value ?? count) - count }
}

/** Reserves the number of an upload: the time in Taipei to the second, and two digits for uploads of the same second. */
export const reserveImportBatchNo = async (db: Db, now: Date): Promise<string> => {
  const { rows } = await sql<{ value: number }>`
    insert into counter (name, value) values ('billImport', 1)
    on conflict (name) do update set value = counter.value + 1
    returning value`.execute(db)
  return taipeiTime(now).replace(/\D/g, '') + String((rows[0]?.value ?? 0) % 100).padStart(2, '0')
}
