import { writeXlsx } from 'hucre/xlsx'
import yauzl from 'yauzl'
import { type SheetCell, type StreamedSheet, workbookOf } from '../../../schema/sheets/sheet'
import type { Sheets } from '../../ports'
import { zipChunks } from '../files/zip'
import { columnLetters } from './limits'

/**
 * Writes a workbook of one sheet while its rows are read.
 * The library hucre writes everything except the rows, so that the file looks like other exports; the streaming writer
 * of hucre supports neither bold titles nor a filter.
 */
export const streamSheet: Sheets['stream'] = async function* (sheet) {
  const parts = await templateParts(sheet)
  yield* zipChunks(
    parts.map(({ name, content }) =>
      name === sheetPart ? { name, content: sheetContent(sheet, content.toString()) } : { name, content: [content] },
    ),
  )
}

const sheetPart = 'xl/worksheets/sheet1.xml'

/**
 * Returns the parts of a workbook with the titles and one sample row, which is replaced by the real rows.
 * The columns are as wide as the first rows need.
 */
const templateParts = async (
  sheet: StreamedSheet,
): Promise<readonly { readonly name: string; readonly content: Buffer }[]> => {
  const { name, columns, count, firstRows } = sheet
  const { sheets } = workbookOf({ name, columns, rows: firstRows.map((cells) => ({ cells })) })
  const rows = [columns.map(({ title }) => title), columns.map(() => 0)]
  const range = `A1:${columnLetters(columns.length - 1)}${count + 1}`
  const bytes = await writeXlsx({ sheets: sheets.map((layout) => ({ ...layout, rows, autoFilter: { range } })) })
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false })
  const parts: { readonly name: string; readonly content: Buffer }[] = []
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
    parts.push({ name: entry.fileName, content: Buffer.concat(chunks) })
  }
  return parts
}

/** Returns the XML of the sheet with the real rows in place of the sample row. */
const sheetContent = async function* (sheet: StreamedSheet, xml: string): AsyncGenerator<Uint8Array> {
  const [, head = '', sample = '', tail = ''] = /^(.*?)(<row r="2">.*?<\/row>)(.*)$/s.exec(xml) ?? []
  if (sample === '') throw new Error('The workbook that hucre wrote has no row to replace.')
  const columns = [...sample.matchAll(/<c r="([A-Z]+)2"( s="\d+")?/g)].map(([, letters = '', style = '']) => ({
    letters,
    style,
  }))
  // The optional element `dimension` would describe only the sample row.
  yield Buffer.from(head.replace(/<dimension [^>]*>/, ''))
  let rowNo = 1
  const rowsXml = (rows: StreamedSheet['firstRows']): Buffer =>
    Buffer.from(rows.map((cells) => rowXml(cells, columns, ++rowNo)).join(''))
  yield rowsXml(sheet.firstRows)
  for await (const rows of sheet.moreRows) yield rowsXml(rows)
  yield Buffer.from(tail)
}

interface ColumnXml {
  readonly letters: string
  /** The attribute of the column's number format; empty if it has none. */
  readonly style: string
}

const rowXml = (cells: readonly SheetCell[], columns: readonly ColumnXml[], rowNo: number): string => {
  let xml = `<row r="${rowNo}">`
  for (const [index, { letters, style }] of columns.entries()) {
    const value = cells[index] ?? ''
    if (typeof value === 'number') xml += `<c r="${letters}${rowNo}"${style}><v>${value}</v></c>`
    else if (value !== '')
      xml += `<c r="${letters}${rowNo}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`
  }
  return `${xml}</row>`
}

const escapeXml = (text: string): string =>
  xmlUnsafe.test(text) ? text.replace(allXmlUnsafe, (character) => entities[character] ?? '') : text

// XML cannot contain control characters, so they are removed.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
const xmlUnsafe = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
const allXmlUnsafe = new RegExp(xmlUnsafe, 'g')
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
