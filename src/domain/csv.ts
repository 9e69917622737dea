/** Returns rows as CSV for Excel, with the byte order mark without which Excel would garble Chinese. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string => `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`

/** Returns a cell of a CSV file. A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export const csvCell = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
