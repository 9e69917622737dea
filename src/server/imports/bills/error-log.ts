import { sql } from 'kysely'
import { csvText } from '../../../domain/csv'
import type { Db } from '../../ports'
import type { RowError } from '../row-error'

/** Limit of the errors in a log; a file with more is unusable as a whole. */
const maxErrors = 10_000

/** Stores the number of rows of the file, and their errors. */
export const writeReadResult = async (
  db: Db,
  id: number,
  { total, errors }: { readonly total: number; readonly errors: readonly RowError[] },
): Promise<void> => {
  const log = errors.toSorted((one, other) => one.RowNo - other.RowNo).slice(0, maxErrors)
  await sql`
    update bill_import
    set total_count = ${total}, error_log = ${JSON.stringify(log)}::text::jsonb
    where serial_id = ${id} and import_status = 'Processing'`.execute(db)
}

/** Adds errors that were found while rows were published; a full log is sorted again only for earlier rows. */
export const addErrors = async (db: Db, id: number, errors: readonly RowError[]): Promise<void> => {
  if (errors.length === 0) return
  await sql`
    update bill_import
    set error_log = (
      select jsonb_agg(error order by (error ->> 'RowNo')::integer, no)
      from (
        select error, no
        from jsonb_array_elements(error_log || ${JSON.stringify(errors)}::text::jsonb) with ordinality as e (error, no)
        order by (error ->> 'RowNo')::integer, no
        limit ${maxErrors}
      ) e
    )
    where serial_id = ${id}
      and (jsonb_array_length(error_log) < ${maxErrors} or (error_log -> -1 ->> 'RowNo')::integer > ${Math.min(...errors.map(({ RowNo }) => RowNo))})`.execute(
    db,
  )
}

/** Returns the error log as a CSV that Excel opens correctly. */
export const errorLogCsv = (errors: readonly RowError[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    csvText([titles, ...errors.map(({ RowNo, ColumnName, Value, ErrorCode, Message }) => [RowNo, ColumnName, Value, ErrorCode, Message])]),
  )

const titles = ['列號', '欄位', '內容', '錯誤代碼', '原因']
