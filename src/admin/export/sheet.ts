import { saveFile } from '../../browser/http/save-file'
import type { RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import { viewOf } from '../fields/registry'
import type { Sheet } from './xlsx'

/** Returns records as a sheet: labels instead of names, texts instead of codes, numbers as numbers. */
export const sheetOf = (name: string, columns: readonly Field[], records: readonly RecordValues[]): Sheet => ({
  name,
  header: columns.map(({ label }) => label),
  rows: records.map((record) => columns.map((field) => cellOf(field, record))),
})

const cellOf = (field: Field, record: RecordValues): string | number => {
  const view = viewOf(field)
  return view.number?.(field, record) ?? view.text(field, record)
}

/** Saves a sheet as an Excel file. The Excel library is loaded on first use. */
export const saveExcel = async (sheet: Sheet, fileName = sheet.name): Promise<void> => {
  const { toXlsx } = await import('./xlsx')
  saveFile({ name: `${fileName}.xlsx`, blob: await toXlsx(sheet) })
}
