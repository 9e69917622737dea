import type { ImportProblem } from '../../contract/imports'
import { Refusal } from '../../domain/refusal'

/** The first rows of a file, and what is wrong with them. */
interface FirstRows {
  readonly count: number
  readonly errors: readonly (Pick<ImportProblem, 'ColumnName' | 'ErrorCode' | 'Message'> & { readonly RowNo: number })[]
  /** Returns whether the file has a column that fills the column with this title. */
  readonly hasColumn: (title: string) => boolean
}

/**
 * Throws a refusal (3004) if each of the first rows lacks the value of a column that the file does not have: this is
 * one mistake of the file, not one of each row.
 */
export const refuseMissingColumn = ({ count, errors, hasColumn }: FirstRows): void => {
  if (count < 2) return
  const rowsByTitle = new Map<string, Set<number>>()
  for (const { RowNo, ColumnName, ErrorCode } of errors)
    if (ErrorCode === 'E101' && ColumnName !== '' && !hasColumn(ColumnName))
      rowsByTitle.set(ColumnName, (rowsByTitle.get(ColumnName) ?? new Set()).add(RowNo))
  const missing = [...rowsByTitle].filter(([, rows]) => rows.size === count).map(([title]) => title)
  if (missing.length === 0) return
  const advice = errors.find(({ ColumnName, ErrorCode }) => ColumnName === missing[0] && ErrorCode === 'E101')?.Message
  const titles = missing.map((title) => `「${title}」`).join('、')
  throw new Refusal(
    '3004',
    `檔案沒有${titles}欄，所以每一筆都無法匯入：${advice}請在檔案加上這一欄，或在「對應欄位」選擇它，再重新上傳。`,
  )
}
