import { writeXlsx } from 'hucre/xlsx'
import { type NewSheet, workbookOf } from '../../../schema/sheets/sheet'

/** Returns the bytes of a workbook with one sheet. */
export const writeSheet = async (sheet: NewSheet): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await writeXlsx(workbookOf(sheet)))
