import { sql } from 'kysely'
import type { Db } from '../../ports'

/**
 * The format of receipt numbers such as R1151125001: R and the day in the ROC calendar (2026-11-25 is 1151125), which
 * form the series, then a number of three to nine digits.
 */
const receiptFormat = /^(R\d{7})(\d{3,9})$/

interface NumberRequest {
  readonly uniformNo: string
  readonly today: string
  /** The number of receipts that need a number. */
  readonly count: number
  /** The numbers that users have entered for other receipts. */
  readonly entered: readonly string[]
}

/**
 * Reserves `count` receipt numbers of a company on the day of `today`, above those that users have entered, now or
 * earlier.
 * Returns the series, and in `lastTaken` the number before the first reserved one.
 * The counters are locked until the transaction ends, so that no number is entered and reserved at the same time.
 */
export const reserveReceiptNumbers = async (
  db: Db,
  { uniformNo, today, count, entered }: NumberRequest,
): Promise<{ readonly series: string; readonly lastTaken: number }> => {
  const series = `R${Number(today.slice(0, 4)) - 1911}${today.slice(5, 7)}${today.slice(8)}`
  const highestBySeries = new Map<string, number>(count > 0 ? [[series, 0]] : [])
  for (const receipt of entered) {
    const [, enteredSeries, digits] = receiptFormat.exec(receipt) ?? []
    if (enteredSeries !== undefined)
      highestBySeries.set(enteredSeries, Math.max(Number(digits), highestBySeries.get(enteredSeries) ?? 0))
  }
  if (highestBySeries.size === 0) return { series, lastTaken: 0 }
  await raiseCounters(db, uniformNo, highestBySeries)
  const { rows } = await sql<{ value: number }>`
    update counter set value = value + ${count} where name = ${`${counterPrefix(uniformNo)}${series}`} returning value`.execute(
    db,
  )
  return { series, lastTaken: (rows[0]?.value ?? count) - count }
}

/** Returns a receipt number of a series. */
export const receiptNo = (series: string, number: number): string => series + String(number).padStart(3, '0')

const counterPrefix = (uniformNo: string): string => `receipt:${uniformNo}:`

/**
 * Creates missing counters with the highest stored number, which is found by the unique index on receipt numbers.
 * Then locks all counters in the order of their names, and raises them to the given numbers.
 */
const raiseCounters = async (
  db: Db,
  uniformNo: string,
  highestBySeries: ReadonlyMap<string, number>,
): Promise<void> => {
  const prefix = counterPrefix(uniformNo)
  const wanted = sql`unnest(${[...highestBySeries.keys()]}::text[], ${[...highestBySeries.values()]}::bigint[]) as w (series, number)`
  // A series has eight characters, so the number of a receipt begins at the ninth.
  await sql`
    insert into counter (name, value)
    select ${prefix} || w.series, coalesce(recorded.number, 0)
    from ${wanted}
    cross join lateral (
      select max(substring(receipt_no from 9)::bigint) as number
      from self_collection
      where uniform_no = ${uniformNo} and receipt_no between w.series || '000' and w.series || '999999999' and receipt_no ~ ('^' || w.series || '[0-9]{3,9}$')
    ) recorded
    where not exists (select from counter where name = ${prefix} || w.series)
    order by w.series
    on conflict do nothing`.execute(db)
  await sql`select from counter where name in (select ${prefix} || w.series from ${wanted}) order by name for update`.execute(
    db,
  )
  await sql`
    update counter c set value = w.number from ${wanted} where c.name = ${prefix} || w.series and c.value < w.number`.execute(
    db,
  )
}
