import { Refusal } from '../../../domain/refusal'
import type { SheetRow, Sheets } from '../../ports'

/** The limits that a caller sets. */
export type SheetLimits = Parameters<Sheets['read']>[1]

/** Maximum length of the text in a cell, as in Excel. */
const maxCellLength = 32_767

/** Returns the letters of a column in a spreadsheet; the index of column A is 0. */
export const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/**
 * Returns a row without invisible characters and without the empty cells at its end; throws a refusal if the row
 * exceeds the limits.
 */
export const cleanRowWithinLimits = (row: SheetRow, limits: SheetLimits): SheetRow => {
  const { rowNo, cells: allCells } = row
  const cells = allCells.map(visibleText)
  const filledCells = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
  const excess = rowNo - limits.maxRows - 1
  if (excess > 0 && (filledCells.length > 0 || excess > maxTrailingRows))
    throw new Refusal('3002', `檔案超過 ${limits.maxRows.toLocaleString('en')} 筆資料，請分成幾個檔案上傳。`)
  if (filledCells.length > limits.maxColumns)
    throw new Refusal(
      '3001',
      `第 ${rowNo} 列有 ${filledCells.length} 個欄位，超過上限 ${limits.maxColumns} 個，請刪除多餘的欄位。`,
    )
  const longCellIndex = filledCells.findIndex((cell) => cell.length > maxCellLength)
  if (longCellIndex >= 0)
    throw new Refusal(
      '3001',
      `第 ${rowNo} 列第 ${columnLetters(longCellIndex)} 欄的內容超過 ${maxCellLength.toLocaleString('en')} 字，請縮短後再上傳。`,
    )
  return { ...row, cells: filledCells }
}

/** Maximum number of empty rows beyond `maxRows`. */
const maxTrailingRows = 100_000

// Text copied from web pages and chats may contain zero-width characters and no-break spaces.
// A full-width space may be part of a name.
// Control characters and lone surrogates, which neither the database nor a workbook can store, become U+FFFD, which is
// an error of the cell.
const visibleText = (cell: string): string =>
  cell
    .replace(/\p{Cf}/gu, '')
    .replace(/(?!\u3000)\p{Zs}/gu, ' ')
    .replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, '\ufffd')
