import { sql } from 'kysely'
import type { Db } from '../../ports'

interface NumberRequest {
  readonly uniformNo: string
  readonly today: string
  readonly count: number
  /** The stage of a file whose rows have numbers of their own. */
  readonly stage?: string
}

/**
 * Reserves `count` receipt numbers of a company on the day of `today`, such as R1151125001, above those that users have entered. Returns their
 * prefix and the number before the first of them (`lastTaken`). The counter is locked until the transaction ends.
 */
export const reserveReceiptNumbers = async (
  db: Db,
  { uniformNo, today, count, stage = '' }: NumberRequest,
): Promise<{ readonly prefix: string; readonly lastTaken: number }> => {
  const prefix = `R${Number(today.slice(0, 4)) - 1911}${today.slice(5, 7)}${today.slice(8)}`
  const name = `receipt:${uniformNo}:${prefix}`
  await sql`insert into counter (name, value) values (${name}, 0) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ value: number }>`
    update counter
    set value = ${count} + greatest(value, (
      select coalesce(max(substring(receipt_no from ${prefix.length + 1}::integer)::bigint), 0)
      from (
        select receipt_no from self_collection where uniform_no = ${uniformNo}
        union all
        select record ->> 'receipt_no' from staged_row where stage = ${stage}
      ) r
      where receipt_no ~ ${`^${prefix}[0-9]{3,9}$`}
    ))
    where name = ${name}
    returning value`.execute(db)
  return { prefix, lastTaken: (rows[0]?.value ?? count) - count }
}

/** Returns a receipt number of a day. */
export const receiptNo = (prefix: string, number: number): string => prefix + String(number).padStart(3, '0')
