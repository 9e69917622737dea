import { csvText } from '../../../domain/csv'
import type { RowError } from '../row-error'

/** The error log as a CSV that Excel opens rightly. */
export const errorLogCsv = (errors: readonly RowError[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    csvText([titles, ...errors.map(({ RowNo, ColumnName, Value, ErrorCode, Message }) => [RowNo, ColumnName, Value, ErrorCode, Message])]),
  )

const titles = ['列號', '欄位', '內容', '錯誤代碼', '原因']
