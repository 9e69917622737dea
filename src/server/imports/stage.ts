import { sql } from 'kysely'
import type { Row } from '../../schema/language/language'
import type { Db, SheetRow } from '../ports'

/** A validated row of a file: what its record will be in the columns of its table, and what the audit trail will say. */
export interface StagedRow {
  readonly rowNo: number
  readonly record: Row
  readonly action?: 'Create' | 'Update'
  /** The record before its change, and after it. */
  readonly before?: Row | undefined
  readonly after?: Row
}

/** Puts validated rows on a stage. */
export const stageRows = async (db: Db, stage: string, rows: readonly StagedRow[]): Promise<void> => {
  if (rows.length === 0) return
  const values = rows.map(({ rowNo, action = 'Create', ...row }) => ({ row_no: rowNo, action, ...row }))
  await sql`
    insert into staged_row (stage, row_no, action, record, before, after)
    select ${stage}, row_no, action, record, before, after
    from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb)
      as r (row_no integer, action text, record jsonb, before jsonb, after jsonb)`.execute(db)
}

const step = 5000

/** Deletes the rows of a stage in steps, so that nobody waits long. */
export const clearStage = async (db: Db, stage: string): Promise<void> => {
  for (let gone = step; gone === step; ) {
    const { rows } = await sql`
      delete from staged_row
      where stage = ${stage} and row_no in (select row_no from staged_row where stage = ${stage} limit ${step})
      returning 1`.execute(db)
    gone = rows.length
  }
}

/** Takes the failure to clear a stage, which must not hide what became of the file: retention deletes the rows after a day. */
export const leaveToRetention = (): void => {}

/** Lets the database look at a table that has grown by an import: by what it knew before, it would read all of it to find a few records. A small sample keeps nobody waiting. */
export const refreshStatistics = (db: Db, table: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`set local default_statistics_target = 10`.execute(trx)
    await sql`analyze ${sql.table(table)}`.execute(trx)
  })

/** Returns the rows of a file some at a time. */
export const chunksOf = async function* (rows: AsyncIterable<SheetRow> | Iterable<SheetRow>, size: number): AsyncGenerator<readonly SheetRow[]> {
  let chunk: SheetRow[] = []
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
