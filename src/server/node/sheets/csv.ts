import { isAscii, isUtf8 } from 'node:buffer'
import Papa from 'papaparse'
import { withoutApostrophe } from '../../../domain/csv'
import { Refusal } from '../../../domain/refusal'
import type { StoredAs } from '../../../schema/field-types/field-type'
import type { SheetRow, Sheets } from '../../ports'
import { big5, decodeBig5WithOwnCharacters } from '../big5'
import { cleanRowWithinLimits } from './limits'

/**
 * Reads the rows of a csv or txt file.
 * Lines may end in CR, LF or both, even in one file.
 * The cells are separated as {@link layoutOf} describes.
 */
export const readDelimitedText: Sheets['read'] = async function* ({ name, bytes }, limits) {
  refuseWorkbook(name, bytes)
  const text = withEqualLineEnds(decodeText(bytes))
  if (text.trim() === '') throw new Refusal('3003', `檔案「${name}」沒有任何資料，請重新選擇檔案。`)
  // The whole text is parsed once in advance, so that an unpaired quote is refused before the first row is returned.
  if (text.includes('"'))
    for (const { rowNo, isBroken } of parsedRows(text)) if (isBroken) throw unpairedQuoteRefusal(rowNo)
  for (const { rowNo, cells } of parsedRows(text)) {
    const row = cleanRowWithinLimits({ rowNo, ...typedCells(cells) }, limits)
    if (row.cells.length > 0) yield row
  }
}

/**
 * Returns the cells of a row as their author typed them.
 * Programs write `="0012"`, so that Excel keeps the zeros; any other formula is marked.
 */
const typedCells = (cells: readonly string[]): Omit<SheetRow, 'rowNo'> => {
  const texts = cells.map((cell) => withoutApostrophe(constantFormula.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell))
  const formulas = cells.flatMap((cell, position): [number, StoredAs][] =>
    cell.startsWith('=') && !constantFormula.test(cell) ? [[position, 'formula']] : [],
  )
  return formulas.length === 0 ? { cells: texts } : { cells: texts, storedAs: Object.fromEntries(formulas) }
}

const constantFormula = /^="((?:[^"]|"")*)"$/

// Some programs write a CR twice before the LF.
const withEqualLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r+\n|\r/g, '\n') : text)

/**
 * Number of characters that are parsed at once, because the cells of a whole file take several times the memory of its
 * text.
 */
const chunkLength = 2 ** 20

/** Parses the rows of a text in chunks; `isBroken` = the row has an unpaired quote. */
const parsedRows = function* (text: string): Generator<SheetRow & { readonly isBroken: boolean }> {
  const { delimiter, start: firstStart } = layoutOf(text)
  let rowNo = 0
  for (let start = firstStart, length = chunkLength, isLast = false; !isLast; ) {
    isLast = start + length >= text.length
    // Unless the chunk is the last one, its last row is parsed again with the next chunk.
    const parser = new Papa.Parser({ delimiter, newline: '\n' })
    const { data, errors, meta }: Papa.ParseResult<string[]> = parser.parse(
      text.slice(start, start + length),
      0,
      !isLast,
    )
    const brokenRows = new Set(errors.map(({ row }) => row))
    for (const [index, cells] of data.entries()) {
      rowNo += 1
      yield { rowNo, cells, isBroken: brokenRows.has(index) }
    }
    start += meta.cursor
    // A chunk without a complete row is parsed again with twice the length.
    length = data.length === 0 ? length * 2 : chunkLength
  }
}

/**
 * Returns the character that separates the cells of a text, and the position of its first row: the character of a first
 * line such as `sep=;`, which Excel reads in the same way and does not show; a tab if the titles contain one; otherwise
 * a comma or a semicolon, of which the titles contain more.
 */
const layoutOf = (text: string): { readonly delimiter: string; readonly start: number } => {
  const [separatorLine = '', separator] = /^"?sep=([^\n"]?)"?[^\n]*\n/i.exec(text) ?? []
  const start = separatorLine.length
  return { delimiter: separator || delimiterOf(text.slice(start, start + chunkLength)), start }
}

const delimiterOf = (text: string): string => {
  const [titles = ''] = /^[^\n]*/.exec(text.trimStart()) ?? []
  const unquoted = titles.replace(/"[^"]*"/g, '')
  if (unquoted.includes('\t')) return '\t'
  return unquoted.split(';').length > unquoted.split(',').length ? ';' : ','
}

/** Throws a refusal if the file is a workbook with the wrong extension. */
const refuseWorkbook = (name: string, bytes: Uint8Array): void => {
  // The signatures of a zip and of the old format .xls.
  const [first, second] = bytes
  const isZip = first === 0x50 && second === 0x4b && bytes[2] === 0x03
  const isOle = first === 0xd0 && second === 0xcf && bytes[2] === 0x11
  if (isZip || isOle)
    throw new Refusal(
      '3001',
      `檔案「${name}」的內容是 Excel 活頁簿，不是文字檔，請改用 .xlsx 上傳，或在 Excel 另存為 CSV。`,
    )
}

const unpairedQuoteRefusal = (rowNo: number): Refusal =>
  new Refusal('3001', `第 ${rowNo} 列的雙引號沒有成對，請修正後再上傳。`)

/**
 * Returns the text of a file in UTF-8 (with or without BOM), in Big5, or in UTF-16 with BOM, which Excel calls Unicode
 * text.
 * Bytes that are in neither become U+FFFD, which is an error of their cell.
 * Throws a refusal if half of the lines have such bytes, because the file is then in another encoding, or if a line is
 * in another encoding than the lines before it.
 */
const decodeText = (bytes: Uint8Array): string => {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lines = file
    .toString('latin1')
    .split(/\r\n?|\n/)
    .map((line) => Buffer.from(line, 'latin1'))
  const encodings = lines.map(encodingOf)
  const encoding = encodings.find(isDefinite) ?? 'Big5'
  const position = (index: number): string => positionOf(lines[index] ?? file, index, encoding)
  const inOther = encodings.findIndex((other) => isDefinite(other) && other !== encoding)
  if (inOther >= 0)
    throw new Refusal(
      '3001',
      `檔案的編碼不一致：前面是 ${encoding}，${position(inOther)}起卻不是。請將整個檔案以 UTF-8 或 Big5 其中一種編碼重新存檔後再上傳。`,
    )
  const invalidCount = encodings.filter((other) => other === 'neither').length
  if (invalidCount * 2 >= encodings.filter((other) => other !== 'ASCII').length)
    throw new Refusal(
      '3001',
      `檔案不是 UTF-8 也不是 Big5 編碼：${position(encodings.indexOf('neither'))}有無法辨識的內容。請在 Excel 另存為「CSV UTF-8」後再上傳。`,
    )
  return encoding === 'UTF-8' ? new TextDecoder().decode(bytes) : decodeBig5WithOwnCharacters(file)
}

/** Returns the byte order of a text in UTF-16 by its BOM, which no text in Big5 begins with. */
const utf16Of = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** The encoding of a line; `either` = it is valid in UTF-8 and in Big5. */
type LineEncoding = DefiniteEncoding | 'ASCII' | 'either' | 'neither'

type DefiniteEncoding = 'UTF-8' | 'Big5'

const isDefinite = (encoding: LineEncoding): encoding is DefiniteEncoding => encoding === 'UTF-8' || encoding === 'Big5'

const encodingOf = (line: Buffer): LineEncoding => {
  if (isAscii(line)) return 'ASCII'
  if (isUtf8(line)) return big5.decode(line) === null ? 'UTF-8' : 'either'
  return decodeBig5WithOwnCharacters(line).includes('\ufffd') ? 'neither' : 'Big5'
}

/** Returns the position of the first bytes of a line that are not in an encoding. */
const positionOf = (line: Buffer, index: number, encoding: DefiniteEncoding): string => {
  const textBefore =
    (encoding === 'UTF-8' ? line.toString() : decodeBig5WithOwnCharacters(line)).split('\ufffd')[0] ?? ''
  return `第 ${index + 1} 列第 ${textBefore.split(/[,;\t]/).length} 個欄位`
}
