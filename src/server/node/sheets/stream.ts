import { writeXlsx } from 'hucre/xlsx'
import yauzl from 'yauzl'
import { type SheetCell, type SheetRow, type StreamedSheet, workbookOf } from '../../../schema/sheets/sheet'
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
 * Returns the parts of a workbook with the titles and two sample rows, a plain and a bold one, which are replaced by the
 * real rows.
 * The columns are as wide as the first rows need.
 */
const templateParts = async (
  sheet: StreamedSheet,
): Promise<readonly { readonly name: string; readonly content: Buffer }[]> => {
  const { name, columns, preamble = [], count, firstRows } = sheet
  const zeros = columns.map(() => 0)
  const { sheets: template } = workbookOf({
    name,
    columns,
    preamble,
    rows: [{ cells: zeros }, { cells: zeros, bold: true }],
  })
  const { sheets: measured } = workbookOf({ name, columns, rows: firstRows })
  const filter =
    count === undefined
      ? {}
      : {
          autoFilter: {
            range: `A${preamble.length + 1}:${columnLetters(columns.length - 1)}${preamble.length + 1 + count}`,
          },
        }
  const bytes = await writeXlsx({
    sheets: template.map(({ autoFilter: _, ...layout }, index) => ({
      ...layout,
      columns: measured[index]?.columns ?? layout.columns,
      ...filter,
    })),
  })
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false })
  const parts: { readonly name: string; readonly content: Buffer }[] = []
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
    parts.push({ name: entry.fileName, content: Buffer.concat(chunks) })
  }
  return parts
}

/** Returns the XML of the sheet with the real rows in place of the sample rows. */
const sheetContent = async function* (sheet: StreamedSheet, xml: string): AsyncGenerator<Uint8Array> {
  const firstRowNo = (sheet.preamble?.length ?? 0) + 2
  const [, head = '', plain = '', bold = '', tail = ''] = partsOf(xml, firstRowNo)
  if (plain === '' || bold === '') throw new Error('The workbook that hucre wrote has no rows to replace.')
  const styles = { plain: columnsIn(plain), bold: columnsIn(bold) }
  // The optional element `dimension` would describe only the sample rows.
  yield Buffer.from(head.replace(/<dimension [^>]*>/, ''))
  let rowNo = firstRowNo
  const rowsXml = (rows: readonly SheetRow[]): Buffer =>
    Buffer.from(
      rows.map(({ cells, bold: isBold }) => rowXml(cells, isBold ? styles.bold : styles.plain, rowNo++)).join(''),
    )
  yield rowsXml(sheet.firstRows)
  for await (const rows of sheet.moreRows) yield rowsXml(rows)
  yield Buffer.from(tail)
}

const partsOf = (xml: string, rowNo: number): readonly string[] =>
  new RegExp(`^(.*?)(<row r="${rowNo}">.*?</row>)(<row r="${rowNo + 1}">.*?</row>)(.*)$`, 's').exec(xml) ?? []

const columnsIn = (row: string): readonly ColumnXml[] =>
  [...row.matchAll(/<c r="([A-Z]+)\d+"( s="\d+")?/g)].map(([, letters = '', style = '']) => ({ letters, style }))

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
