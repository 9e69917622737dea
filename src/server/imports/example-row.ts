import { examplePosition } from '../../domain/example-row'
import type { SheetRow } from '../ports'
import { type RowError, rowError } from './row-error'

/** The rows of a file that are imported, and the warnings about the other ones. */
interface RowsWithWarnings {
  readonly rows: readonly SheetRow[]
  readonly warnings: readonly RowError[]
}

/**
 * Removes the example row of the template from the first rows below the titles.
 * A warning names the row, so that data which a user wrote over the example are not lost without a message.
 */
export const withoutExample = (
  rows: readonly SheetRow[],
  titles: readonly string[],
  codePosition?: number,
): RowsWithWarnings => {
  const [first, ...others] = rows
  const position = first && examplePosition(first.cells, codePosition)
  if (!first || position === undefined) return { rows, warnings: [] }
  const title = [...(titles[position] || `第 ${position + 1} 欄`)].slice(0, maxTitleCharacters).join('')
  return {
    rows: others,
    warnings: [rowError(first.rowNo, title, first.cells[position]?.trim() ?? '', 'W102', skippedExampleText)],
  }
}

// The error logs of uploads contain titles of at most this length.
const maxTitleCharacters = 40

const skippedExampleText = '這一列是範本的範例，沒有匯入；若是您的資料，請刪除範例的標記，再匯入這一列。'

/**
 * Returns the message about a file that has no row but the titles and the example; undefined if the file has other
 * rows.
 * `rows` are the first rows below the titles.
 */
export const onlyExampleProblem = (
  name: string,
  rows: readonly SheetRow[],
  codePosition?: number,
): string | undefined => {
  const [first, second] = rows
  if (!first || second || examplePosition(first.cells, codePosition) === undefined) return undefined
  return `檔案「${name}」只有標題列與範例列，沒有資料，請填寫後再上傳；若第 ${first.rowNo} 列是您的資料，請先刪除該列的範例標記。`
}
