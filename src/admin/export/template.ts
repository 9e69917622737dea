import { saveFile } from '../../browser/save-file'
import type { Sheet } from './sheet'

/** Saves an Excel file to fill in: titles, an example, and columns that keep what is typed as text. */
export const saveTemplate = async (sheet: Omit<Sheet, 'textOnly'>): Promise<void> => {
  const { toXlsx } = await import('./xlsx')
  saveFile({ name: `${sheet.name}.xlsx`, blob: await toXlsx({ ...sheet, textOnly: true }) })
}
