import { sql } from 'kysely'
import type { RecordValues } from '../../schema/language/language'
import { updateStatistics } from '../database/statistics'
import type { Db, SheetRow } from '../ports'
import type { RowError } from './row-error'

/**
 * A validated row of a file: the columns of its record, and the content of its audit line.
 * It is stored in `staged_row` until one transaction publishes all rows of its stage.
 */
export interface StagedRow {
  readonly rowNo: number
  readonly record: RecordValues
  /** `Create` if undefined. */
  readonly action?: 'Create' | 'Update'
  /** The record before and after the change. */
  readonly before?: RecordValues | undefined
  readonly after?: RecordValues
}

/** Writes validated rows to a stage. */
export const stageRows = async (db: Db, stage: string, rows: readonly StagedRow[]): Promise<void> => {
  if (rows.length === 0) return
  const values = rows.map(({ rowNo, action = 'Create', record, before, after }) => ({
    row_no: rowNo,
    action,
    record,
    before,
    after,
  }))
  await sql`
    insert into staged_row (stage, row_no, action, record, before, after)
    select ${stage}, row_no, action, record, before, after
    from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb)
      as r (row_no integer, action text, record jsonb, before jsonb, after jsonb)`.execute(db)
}

/** Writes a chunk of validated rows to a stage. */
export type WriteChunk = (rows: readonly StagedRow[]) => Promise<void>

/**
 * Runs work that writes chunks to a stage.
 * `write` resolves before its chunk is written, so that the next chunk can be validated meanwhile.
 * The chunks are written one after the other.
 * After several chunks the statistics are updated: a planner that expects few staged rows would sort them on disk and
 * join them row by row.
 */
export const withStageWriter = async <T>(
  db: Db,
  stage: string,
  work: (write: WriteChunk) => Promise<T>,
): Promise<T> => {
  let writing = Promise.resolve()
  let count = 0
  const write: WriteChunk = async (rows) => {
    await writing
    count += rows.length
    writing = stageRows(db, stage, rows)
    // A failure is thrown when `writing` is awaited; this only prevents an unhandled rejection.
    writing.catch(() => {})
  }
  let result: T
  try {
    result = await work(write)
  } finally {
    // Also awaited after an error, because the caller then clears the stage.
    await writing
  }
  if (count > rowsPerChunk) await updateStatistics(db, 'staged_row')
  return result
}

/** Returns the number of rows of a stage. */
export const countStaged = async (db: Db, stage: string): Promise<number> => {
  const { count } = await db
    .selectFrom('staged_row')
    .select(sql<number>`count(*)`.as('count'))
    .where('stage', '=', stage)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes the staged rows to which these errors belong. */
export const deleteStaged = async (db: Db, stage: string, errors: readonly RowError[]): Promise<void> => {
  if (errors.length === 0) return
  const rowNos = errors.map(({ RowNo }) => RowNo)
  await db
    .deleteFrom('staged_row')
    .where('stage', '=', stage)
    .where('row_no', '=', sql<number>`any(${rowNos}::integer[])`)
    .execute()
}

const rowsPerClearStep = 5000

/** Deletes the rows of a stage in steps, so that other requests do not wait long. */
export const clearStage = async (db: Db, stage: string): Promise<void> => {
  // A step that deletes fewer rows than its limit was the last.
  for (let deleted = rowsPerClearStep; deleted === rowsPerClearStep; ) {
    const rowNos = db.selectFrom('staged_row').select('row_no').where('stage', '=', stage).limit(rowsPerClearStep)
    const { numDeletedRows } = await db
      .deleteFrom('staged_row')
      .where('stage', '=', stage)
      .where('row_no', 'in', rowNos)
      .executeTakeFirst()
    deleted = Number(numDeletedRows)
  }
}

/**
 * Clears a stage that is no longer needed.
 * Ignores errors: they must not hide the result of the import, and the hourly deletion of old rows (`retention.ts`)
 * removes the rows after a day.
 */
export const discardStage = (db: Db, stage: string): Promise<void> => clearStage(db, stage).catch(() => {})

/** Number of rows that are validated in one step. Other work of the process can run between two steps. */
export const rowsPerChunk = 1000

/** Limits of an uploaded sheet of bills or of the white list. */
export const sheetLimits = { maxRows: 100_000, maxColumns: 200 } as const

/** Returns the rows of a file in chunks. */
export const chunksOf = async function* (
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>,
  size: number,
): AsyncGenerator<readonly SheetRow[]> {
  let chunk: SheetRow[] = []
  for await (const row of rows) {
    chunk.push(row)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
