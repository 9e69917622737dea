import { writeXlsx } from 'hucre/xlsx'
import { type NewSheet, workbookOf } from '../../schema/sheets/sheet'

/** Returns a sheet as an Excel file. */
export const toXlsx = async (sheet: NewSheet): Promise<Blob> =>
  new Blob([new Uint8Array(await writeXlsx(workbookOf(sheet)))], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
