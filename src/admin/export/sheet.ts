import { saveFile } from '../../browser/http/save-file'
import { csvText } from '../../domain/csv'
import type { RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import { fieldColumns, sheetColumn } from '../../schema/sheets/field-columns'
import type { NewSheet } from '../../schema/sheets/sheet'
import { fieldViewOf } from '../fields/registry'

/** A list that is written to a file: its name, the fields that become columns, and the records. */
export interface ListExport {
  readonly name: string
  readonly fields: readonly Field[]
  readonly records: readonly RecordValues[]
}

/** Returns records as a sheet, with labels as titles, texts instead of codes, and typed cells for numbers and dates. */
export const sheetOf = ({ name, fields, records }: ListExport): NewSheet => {
  const columns = columnsOf(fields)
  const cellsByColumn = columns.map(({ cell }) => records.map(cell))
  return {
    name,
    columns: columns.map((column, columnIndex) => sheetColumn(column, cellsByColumn[columnIndex] ?? [], records)),
    rows: records.map((_, recordIndex) => ({
      cells: columns.map((_, columnIndex) => cellsByColumn[columnIndex]?.[recordIndex] ?? null),
    })),
  }
}

/** A note for users, because spreadsheet programs read every cell of digits in a CSV file as a number. */
export const csvNote =
  '以 Excel 開啟 CSV 時，開頭的 0 會消失，超過 15 位的帳號末幾位會變成 0；有這類資料時請改用 Excel（xlsx）。'

/** Returns records as CSV text with a header row. */
export const csvOf = ({ fields, records }: ListExport): string => {
  const columns = columnsOf(fields)
  return csvText([
    columns.map(({ title }) => title),
    ...records.map((record) => columns.map(({ text }) => text(record))),
  ])
}

const columnsOf = (fields: readonly Field[]) =>
  fieldColumns(fields, (field, record) => fieldViewOf(field).text(field, record))

/** Saves a sheet as an Excel file. The Excel library is loaded on first use. */
export const saveExcel = async (sheet: NewSheet, fileName = sheet.name): Promise<void> => {
  const { toXlsx } = await import('./xlsx')
  saveFile({ name: `${fileName}.xlsx`, blob: await toXlsx(sheet) })
}
