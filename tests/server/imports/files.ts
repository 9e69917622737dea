import { writeXlsx } from 'hucre/xlsx'

/** A real workbook with one sheet. */
export const xlsx = (rows: readonly (readonly (string | number | boolean | Date | null)[])[]): Promise<Uint8Array> =>
  writeXlsx({ sheets: [{ name: '代收資料', rows: rows.map((row) => [...row]) }] })

/** A csv in UTF-8. */
export const csv = (rows: readonly (readonly string[])[], separator = ','): Uint8Array =>
  new TextEncoder().encode(rows.map((row) => row.join(separator)).join('\r\n'))
