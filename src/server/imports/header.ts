import { Refusal } from '../../domain/refusal'
import { isErrorTitle } from '../../schema/sheets/failed-rows'
import type { SheetRow } from '../ports'

/** The columns of a file with their positions, which count from 0. */
export interface Header<Column> {
  readonly positions: ReadonlyMap<Column, number>
  /**
   * The positions of all columns with a title, including columns that are not imported.
   * Cells of other columns are errors, because they would be ignored without a message.
   */
  readonly titledPositions: ReadonlySet<number>
}

/** The columns that a file can have, and their titles. */
interface HeaderColumns<Column> {
  readonly columnOf: (title: string) => Column | undefined
  readonly titleOf: (column: Column) => string
  /** Returns the required columns that a file does not have. */
  readonly missingColumns: (positions: ReadonlyMap<Column, number>) => readonly Column[]
}

/**
 * Reads the header row; throws a refusal (3004) that names unknown, repeated and missing titles, ten at most.
 * Ignores the columns that a workbook of failed rows adds.
 */
export const readTitles = <Column>(
  { cells }: SheetRow,
  { columnOf, titleOf, missingColumns }: HeaderColumns<Column>,
): Header<Column> => {
  const positions = new Map<Column, number>()
  const problems: string[] = []
  for (const [index, title] of cells.entries()) {
    if (title.trim() === '' || isErrorTitle(title)) continue
    const column = columnOf(title)
    if (!column) problems.push(`不認得「${title.trim().slice(0, 20)}」欄`)
    else if (positions.has(column)) problems.push(`「${titleOf(column)}」欄重複`)
    else positions.set(column, index)
  }
  // The message does not quote the row: without titles, it may contain data of payers.
  if (positions.size === 0)
    throw new Refusal('3004', '第 1 列沒有任何認得的欄位標題，請按「下載範例」，在第 1 列填入範例的標題後再上傳。')
  problems.push(...missingColumns(positions).map((column) => `缺少「${titleOf(column)}」欄`))
  if (problems.length > 0)
    throw new Refusal(
      '3004',
      `第 1 列的標題有誤：${problems.slice(0, 10).join('、')}。請按「下載範例」，依範例的標題填寫後再上傳。`,
    )
  return { positions, titledPositions: positionsOfTitles(cells) }
}

/** Returns the positions of the columns that have a title. */
export const positionsOfTitles = (cells: readonly string[]): ReadonlySet<number> =>
  new Set(cells.flatMap((title, position) => (title.trim() === '' ? [] : [position])))
