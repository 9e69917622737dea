import { writeXlsx } from 'hucre/xlsx'

/** A sheet: rows of cells below a header. */
export interface Sheet {
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  /** Makes every column a text column, which keeps leading zeros. */
  readonly textOnly?: boolean
}

/** Returns the sheet as an Excel file. Texts are text cells, so leading zeros stay and nothing runs as a formula. */
export const toXlsx = async ({ name, header, rows, textOnly = false }: Sheet): Promise<Blob> => {
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheetName(name),
        rows: [[...header], ...rows.map((row) => [...row])],
        columns: widths({ header, rows }).map((column) => (textOnly ? { ...column, numFmt: '@' } : column)),
        freezePane: { rows: 1 },
      },
    ],
  })
  return new Blob([new Uint8Array(bytes)], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
}

// Excel rejects these characters, and names longer than 31 characters.
const sheetName = (name: string) => name.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)

const widths = ({ header, rows }: Pick<Sheet, 'header' | 'rows'>) =>
  header.map((label, column) => ({ width: Math.min(50, Math.max(...[label, ...rows.slice(0, 200).map((row) => row[column] ?? '')].map(widthOf)) + 2) }))

// A Chinese character is twice as wide as a Latin one.
const widthOf = (value: string | number) => [...String(value)].reduce((sum, character) => sum + (character > '\u2e7f' ? 2 : 1), 0)
