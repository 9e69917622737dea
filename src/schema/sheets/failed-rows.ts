import { normalizedTitle } from '../imports/columns'
import { type NewSheet, textSheet } from './sheet'

/** A row of a file that was not imported, with its cells and their problems. */
export interface FailedRow {
  readonly RowNo: number
  readonly Cells: readonly string[]
  readonly Problems: readonly CellProblem[]
}

/** A problem with a cell, as listed in error logs. */
interface CellProblem {
  readonly ColumnName: string
  readonly ErrorCode: string
  readonly Message: string
}

/** The titles of the columns that describe the errors of a row. */
export const errorTitles = ['列號', '欄位', '代碼', '原因'] as const

/**
 * Checks whether a column of a file describes errors.
 * Imports ignore such columns, so that a corrected workbook of failed rows can be imported.
 */
export const isErrorTitle = (title: string): boolean =>
  errorTitles.includes(normalizedTitle(title) as (typeof errorTitles)[number])

/**
 * Returns the sheet of failed rows: the cells of each row as text, followed by its row number and its errors.
 * Omits columns of the file that describe errors of an earlier import.
 */
export const failedRowsSheet = (titles: readonly string[], rows: readonly FailedRow[]): NewSheet => {
  const width = rows.reduce((widest, { Cells }) => Math.max(widest, Cells.length), titles.length)
  const positions = Array.from({ length: width }, (_, position) => position).filter(
    (position) => !isErrorTitle(titles[position] ?? ''),
  )
  return textSheet(
    '未匯入的資料',
    [...positions.map((position) => titles[position] ?? ''), ...errorTitles],
    rows.map(({ RowNo, Cells, Problems }) => [
      ...positions.map((position) => Cells[position] ?? ''),
      String(RowNo),
      ...errorCells(Problems),
    ]),
  )
}

/**
 * Returns the three cells that describe the errors of a row: columns, codes and messages.
 * Each column and each code is named once.
 */
const errorCells = (problems: readonly CellProblem[]): readonly string[] => [
  [...new Set(problems.map(({ ColumnName }) => ColumnName))].join('、'),
  [...new Set(problems.map(({ ErrorCode }) => ErrorCode))].join('、'),
  // Most messages name their column.
  problems
    .map(({ ColumnName, Message }) => (Message.includes(ColumnName) ? Message : `${ColumnName}：${Message}`))
    .join('\n'),
]
