import { saveFile } from '../../browser/http/save-file'
import type { RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import { viewOf } from '../fields/registry'
import type { Sheet } from './xlsx'

/** Returns records as a sheet: labels instead of names, texts instead of codes, numbers where one calculates. */
export const sheetOf = (name: string, columns: readonly Field[], rows: readonly RecordValues[]): Sheet => ({
  name,
  header: columns.map(({ label }) => label),
  rows: rows.map((row) => columns.map((field) => cellOf(field, row))),
})

const cellOf = (field: Field, row: RecordValues): string | number => {
  const view = viewOf(field)
  return view.number?.(field, row) ?? view.text(field, row)
}

/** Saves a sheet as an Excel file; the writer is loaded when the first one is wanted. */
export const saveExcel = async (sheet: Sheet, fileName = sheet.name): Promise<void> => {
  const { toXlsx } = await import('./xlsx')
  saveFile({ name: `${fileName}.xlsx`, blob: await toXlsx(sheet) })
}
