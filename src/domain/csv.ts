/** Returns rows as CSV with a byte order mark. Without this mark, Excel decodes Chinese incorrectly. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string => `\uFEFF${csvLines(rows)}`

/** Returns rows as lines of a CSV file that has begun; empty if there are none. */
export const csvLines = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

/**
 * Returns rows as lines of a text file whose cells are separated by tabs; empty if there are none.
 * A tab or a line break in a cell becomes a blank.
 */
export const tabbedLines = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(tabbedCell).join('\t')}\r\n`).join('')

const tabbedCell = (value: string | number): string => withoutFormula(value).replace(/[\t\r\n]+/g, ' ')

const withoutFormula = (value: string | number): string =>
  typeof value === 'string' && /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : String(value)

/** Returns a cell of a CSV file. A text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
export const csvCell = (value: string | number): string => {
  const text = withoutFormula(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Returns a text without the apostrophe that {@link csvCell} writes before formulas.
 * Other texts are returned unchanged.
 */
export const withoutApostrophe = (cell: string): string => cell.replace(/^'(?=[=+\-@＝＋－＠\t\r])/, '')
