import type { ImportResult } from '../../contract/imports'
import type { Sheet } from '../export/sheet'

/** The bad rows with all their cells, and behind them the row, the columns and the reasons. No import knows these titles, so they may stay. */
export const errorSheet = ({ Titles, BadRows }: Pick<ImportResult, 'Titles' | 'BadRows'>): Sheet => ({
  name: '匯入錯誤',
  header: [...Titles, '列號', '錯誤欄位', '錯誤原因'],
  rows: BadRows.map(({ RowNo, Cells, Problems }) => [
    ...Titles.map((_, place) => Cells[place] ?? ''),
    String(RowNo),
    Problems.map(({ ColumnName }) => ColumnName).join('、'),
    Problems.map(({ ErrorCode, Message }) => `${ErrorCode} ${Message}`).join('\n'),
  ]),
  textOnly: true,
})
