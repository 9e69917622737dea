import { sql } from 'kysely'
import { columnName } from '../../schema/column-name'
import type { Row } from '../../schema/types'
import type { Db } from '../ports'
import { paceOf } from '../store/pace'

/** A good row of a file: complete as a bill, but not one yet. */
export interface StagedRow {
  readonly rowNo: number
  readonly account: string
  readonly bill: Row
}

/** Keeps good rows beside the bills; a row that is there already stays as it is. */
export const insertStaged = async (db: Db, importId: number, rows: readonly StagedRow[]): Promise<void> => {
  if (rows.length === 0) return
  const values = rows.map(({ rowNo, account, bill }) => ({ row_no: rowNo, vac_account: account, bill: columnsOf(bill) }))
  await sql`
    insert into bill_import_row (import_id, row_no, vac_account, bill)
    select ${importId}::bigint, row_no, vac_account, bill
    from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as r (row_no integer, vac_account text, bill jsonb)
    on conflict (import_id, row_no) do nothing`.execute(db)
}

/** Some of an import's staged rows, by the numbers of the first and the last. */
export interface StagedSpan {
  readonly from: number
  readonly to: number
}

/** The next so many staged rows behind a row number; nothing at the end. */
export const nextStaged = async (db: Db, importId: number, { after, rows: most }: Place): Promise<StagedSpan | undefined> => {
  const { rows } = await sql<{ from: number | null; to: number | null }>`
    select min(row_no) as from, max(row_no) as to
    from (select row_no from bill_import_row where import_id = ${importId} and row_no > ${after} order by row_no limit ${most}) r`.execute(db)
  const [{ from, to } = { from: null, to: null }] = rows
  return from === null || to === null ? undefined : { from, to }
}

interface Place {
  readonly after: number
  readonly rows: number
}

/** How many bills some staged rows are, and their sum. */
export const countStaged = async (db: Db, importId: number, { from, to }: StagedSpan): Promise<{ count: number; amount: number }> => {
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*) as count, coalesce(sum((bill ->> 'should_pay_amount')::bigint), 0)::bigint as amount
    from bill_import_row
    where import_id = ${importId} and row_no between ${from} and ${to}`.execute(db)
  return rows[0] ?? { count: 0, amount: 0 }
}

/** Forgets some good rows of an import. */
export const deleteStaged = async (db: Db, importId: number, { from, to }: StagedSpan): Promise<void> => {
  await sql`delete from bill_import_row where import_id = ${importId} and row_no between ${from} and ${to}`.execute(db)
}

/** Forgets all good rows of an import, in small steps. */
export const clearStaged = async (db: Db, importId: number): Promise<void> => {
  const pace = paceOf({ first: 1000, most: 10_000 })
  for (let after = 0; ; ) {
    const span = await nextStaged(db, importId, { after, rows: pace.rows })
    if (!span) return
    await db.transaction().execute((trx) => pace.step(() => deleteStaged(trx, importId, span)))
    after = span.to
  }
}

const columnsOf = (bill: Row): Row => Object.fromEntries(Object.entries(bill).map(([field, value]) => [columnName(field), value]))
