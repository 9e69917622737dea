import type { WhiteListCheckType } from '../../../domain/accounts/white-list'
import {
  isWhiteListExample,
  requiredWhiteListColumns,
  type WhiteListColumn,
  whiteListColumnNames,
  whiteListColumns,
  whiteListTitle,
} from '../../../domain/accounts/white-list-upload'
import { Refusal } from '../../../domain/refusal'
import { normalizedTitle } from '../../../schema/imports/columns'
import { isErrorTitle } from '../../../schema/sheets/failed-rows'
import type { SheetRow } from '../../ports'

/** The columns of a file, by their positions, which count from 0. */
export interface Header {
  readonly positions: ReadonlyMap<WhiteListColumn, number>
  /** The positions of all titles; some of them describe the errors of an earlier upload and are not imported. */
  readonly titledPositions: ReadonlySet<number>
}

/** Reads the header row; throws a refusal (3004) that names all unknown, repeated and missing titles. */
export const readHeader = ({ cells }: SheetRow, type: WhiteListCheckType): Header => {
  const positions = new Map<WhiteListColumn, number>()
  const problems: string[] = []
  for (const [index, title] of cells.entries()) {
    if (title.trim() === '' || isErrorTitle(title)) continue
    const column = columnOfTitle.get(normalizedTitle(title))
    if (!column) problems.push(`不認得「${title.trim().slice(0, 20)}」欄`)
    else if (positions.has(column)) problems.push(`「${whiteListTitle(column)}」欄重複`)
    else positions.set(column, index)
  }
  // The message does not repeat the row, which may contain the data of payers.
  if (positions.size === 0) throw new Refusal('3004', '第 1 列沒有任何認得的欄位標題，請按「下載範例」，在第 1 列填入範例的標題後再上傳。')
  const missing = requiredWhiteListColumns(type).filter((column) => !positions.has(column))
  problems.push(...missing.map((column) => `缺少「${whiteListTitle(column)}」欄`))
  if (problems.length > 0) throw new Refusal('3004', `第 1 列的標題有誤：${problems.slice(0, 10).join('、')}。請按「下載範例」，依範例的標題填寫後再上傳。`)
  return { positions, titledPositions: new Set(cells.flatMap((title, position) => (title.trim() === '' ? [] : [position]))) }
}

const columnOfTitle: ReadonlyMap<string, WhiteListColumn> = new Map(
  whiteListColumnNames.flatMap((column) => whiteListColumns[column].map((title) => [normalizedTitle(title), column] as const)),
)

/** Returns whether a row is the template's example. Only the first row below the header can be one. */
export const isExampleRow = ({ cells }: SheetRow, { positions }: Header): boolean => isWhiteListExample(cells[positions.get('VACAccount') ?? -1] ?? '')
