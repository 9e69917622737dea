/**
 * A cell of a text file: a number, a text, or a label.
 * A label is written by the portal, such as an option or a date, so it is never prefixed as a formula.
 */
export type TextCell = string | number | { readonly label: string }

type TextRows = readonly (readonly TextCell[])[]

/** Returns rows as CSV with a byte order mark. Without this mark, Excel decodes Chinese incorrectly. */
export const csvText = (rows: TextRows): string => `\uFEFF${csvLines(rows)}`

/** Returns rows as lines of a CSV file that has begun; empty if there are none. */
export const csvLines = (rows: TextRows): string => rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

/**
 * Returns rows as lines of a text file whose cells are separated by tabs; empty if there are none.
 * A tab or a line break in a cell becomes a blank.
 */
export const tabbedLines = (rows: TextRows): string =>
  rows.map((row) => `${row.map(tabbedCell).join('\t')}\r\n`).join('')

const tabbedCell = (value: TextCell): string => withoutFormula(value).replace(/[\t\r\n]+/g, ' ')

const withoutFormula = (value: TextCell): string => {
  if (typeof value === 'object') return value.label
  return typeof value === 'string' && /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : String(value)
}

/** Returns a cell of a CSV file. A text that a spreadsheet would run as a formula is prefixed with an apostrophe. */
export const csvCell = (value: TextCell): string => {
  const text = withoutFormula(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Returns a text without the apostrophe that {@link csvCell} writes before formulas.
 * Other texts are returned unchanged.
 */
export const withoutApostrophe = (cell: string): string => cell.replace(/^'(?=[=+\-@＝＋－＠\t\r])/, '')
