import { Session } from 'node:inspector'
import { streamXlsxRows } from 'hucre/xlsx'
import yauzl from 'yauzl'
import { confirmHidden } from '../../../contract/confirmations'
import { Refusal } from '../../../domain/refusal'
import type { StoredAs } from '../../../schema/field-types/field-type'
import { mergedCellText } from '../../../schema/imports/cell-problems'
import type { SheetRow, Sheets } from '../../ports'
import { cleanRowWithinLimits, columnLetters, type SheetLimits } from './limits'
import { readAhead } from './read-ahead'
import { firstVisibleSheet, type InspectedWorkbook, workbookInspector } from './workbook-inspector'

/**
 * Reads the rows of the first visible sheet of an xlsx as text, without hidden rows and columns.
 * Dates are yyyy-MM-dd with their time unless it is midnight, times of day are HH:mm.
 * A formula is marked, because its stored result may be outdated.
 * A cell that shows the value of a cell above, because both are merged, has the text `mergedCellText`.
 */
export const readXlsx: Sheets['read'] = async function* ({ name, bytes }, limits) {
  yield* readAhead(visibleRows(name, bytes, limits))
}

const visibleRows = async function* (name: string, bytes: Uint8Array, limits: SheetLimits): AsyncGenerator<SheetRow> {
  const { index, workbook } = await inspectWorkbook(name, bytes)
  const withMerged = mergedCellMarker(workbook)
  let isFirst = true
  for await (const { index: rowIndex, values } of rowsOf(name, bytes, index)) {
    const { storedAs, texts: ownTexts } = cellsOf(values, (column) => workbook.isFormula(rowIndex, column))
    // Merged titles belong to no row of data.
    const texts: readonly string[] = isFirst ? ownTexts : withMerged(rowIndex, ownTexts)
    if (workbook.hiddenRows.has(rowIndex)) continue
    if (isFirst && limits.asksAboutHidden) refuseHidden(name, workbook, texts)
    isFirst &&= texts.every((text) => text.trim() === '')
    const cells = texts.map((text, column) => (workbook.isHiddenColumn(column) ? '' : text))
    const row = cleanRowWithinLimits(
      { rowNo: rowIndex + 1, cells, ...(Object.keys(storedAs).length > 0 ? { storedAs } : {}) },
      limits,
    )
    if (row.cells.length > 0) yield row
  }
  // All rows are hidden.
  if (isFirst && limits.asksAboutHidden) refuseHidden(name, workbook, [])
}

/**
 * Returns the function that marks the empty cells of a row that are merged with a cell above with content: readers
 * would take them for empty, while the clerk sees the value there.
 * A row without other content is no row of data.
 * The function must be called for each row in turn.
 */
const mergedCellMarker = ({
  mergesFrom,
}: InspectedWorkbook): ((row: number, texts: readonly string[]) => readonly string[]) => {
  const lastRowOfColumn = new Map<number, number>()
  const isFilled = (text: string | undefined): boolean => text !== undefined && text.trim() !== ''
  return (row, texts) => {
    for (const [column, lastRow] of lastRowOfColumn) if (lastRow < row) lastRowOfColumn.delete(column)
    const merged = [...lastRowOfColumn.keys()].filter((column) => !isFilled(texts[column]))
    for (const { column, lastRow } of mergesFrom.get(row) ?? [])
      if (isFilled(texts[column])) lastRowOfColumn.set(column, lastRow)
    if (merged.length === 0 || !texts.some(isFilled)) return texts
    const length = Math.max(texts.length, ...merged.map((column) => column + 1))
    return Array.from({ length }, (_, column) => (merged.includes(column) ? mergedCellText : (texts[column] ?? '')))
  }
}

/**
 * Throws a refusal with a question if the workbook has hidden rows, hidden columns with a title, or other sheets with
 * content.
 */
const refuseHidden = (name: string, workbook: InspectedWorkbook, titles: readonly string[]): void => {
  const questions = [...hiddenQuestions(name, workbook, titles), ...otherSheetsQuestions(name, workbook)]
  if (questions.length === 0) return
  const message = questions.join('')
  throw new Refusal('3001', message, { [confirmHidden]: message })
}

const hiddenQuestions = (
  name: string,
  { hiddenRows, isHiddenColumn }: InspectedWorkbook,
  titles: readonly string[],
): readonly string[] => {
  const rows = [...hiddenRows].map((row) => row + 1)
  const columns = titles.flatMap((title, column) =>
    title.trim() !== '' && isHiddenColumn(column)
      ? [`${columnLetters(column)} 欄「${title.trim().slice(0, 20)}」`]
      : [],
  )
  const parts = [
    ...(rows.length > 0
      ? [`${rows.length.toLocaleString('en')} 列被隱藏或篩選掉（第 ${listed(rows.map(String))} 列）`]
      : []),
    ...(columns.length > 0 ? [`${columns.length} 欄被隱藏（${listed(columns)}）`] : []),
  ]
  if (parts.length === 0) return []
  return [
    `檔案「${name}」有 ${parts.join('、')}，看不到的資料不會匯入。若要匯入，請在 Excel 清除篩選、取消隱藏並存檔，再重新選擇檔案。`,
  ]
}

const otherSheetsQuestions = (name: string, { sheet, otherSheets }: InspectedWorkbook): readonly string[] => {
  if (otherSheets.length === 0) return []
  const others = `${otherSheets.length} 張工作表有資料（${listed(otherSheets.map((other) => `「${other}」`))}）`
  return [
    `檔案「${name}」只會匯入第一張工作表「${sheet}」，另外 ${others}不會匯入。若要匯入，請將要匯入的工作表移到最前面並存檔，再重新選擇檔案。`,
  ]
}

const maxListed = 10

const listed = (items: readonly string[]): string =>
  `${items.slice(0, maxListed).join('、')}${items.length > maxListed ? '⋯⋯' : ''}`

/**
 * Validates the workbook before its cells are read; returns the index of the sheet to read, and what must be known of
 * the workbook.
 */
const inspectWorkbook = async (name: string, bytes: Uint8Array): Promise<Pick<InspectedZip, 'index' | 'workbook'>> => {
  // An encrypted or old workbook begins with D0 CF, a zip with 50 4B (PK).
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new Refusal('3001', `檔案「${name}」有密碼保護，或其實是舊版的 .xls，請移除密碼並另存為 .xlsx 後再上傳。`)
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw notXlsxRefusal(name)
  const { entries, workbook, index } = await inspectZip(name, bytes)
  if (workbook.hasDoctype) throw notXlsxRefusal(name)
  if (entries.some((entry) => /vbaProject/i.test(entry)))
    throw new Refusal('3001', `檔案「${name}」含有巨集，請存成不含巨集的 .xlsx 後再上傳。`)
  const cell = workbook.unknownFormulas
  if (cell)
    throw new Refusal(
      '3001',
      `檔案「${name}」的公式太多，例如儲存格 ${cell}，請全選後用「選擇性貼上－值」改成數值或文字，再重新上傳。`,
    )
  const merge = workbook.tooManyMerges
  if (merge)
    throw new Refusal(
      '3001',
      `檔案「${name}」的合併儲存格太多，例如 ${merge}，請取消合併並在每一列填寫內容，再重新上傳。`,
    )
  return { index, workbook }
}

const rowsOf = async function* (
  name: string,
  bytes: Uint8Array,
  sheet: number,
): AsyncGenerator<{ readonly index: number; readonly values: readonly unknown[] }> {
  try {
    let isFirst = true
    for await (const row of streamXlsxRows(bytes, { sheet })) {
      // Before it returns the first row, hucre reads all shared texts of the workbook as a document, which takes 30
      // times their memory.
      if (isFirst && bytes.length > minCollectedBytes) await collectGarbage()
      isFirst = false
      yield row
    }
  } catch (error) {
    throw error instanceof Refusal ? error : notXlsxRefusal(name)
  }
}

/** Garbage is collected after the shared texts of a workbook larger than this number of bytes have been read. */
const minCollectedBytes = 1_048_576

/**
 * Frees the unused memory of this thread, which blocks the thread for about 50 ms.
 * Otherwise V8 would keep several hundred megabytes until it has allocated as much again.
 */
const collectGarbage = async (): Promise<void> => {
  const session = new Session()
  session.connect()
  await new Promise<void>((resolve) => session.post('HeapProfiler.collectGarbage', () => resolve()))
  session.disconnect()
}

/** Returns the texts of the cells of a row, and how the cells are stored that are not texts. */
const cellsOf = (values: readonly unknown[], isFormula: (column: number) => boolean) => {
  const storedAs: Record<number, StoredAs> = {}
  const texts = values.map((value, column) => {
    const kind = isFormula(column) ? 'formula' : storedKindOf(value)
    if (kind !== undefined) storedAs[column] = kind
    // Without a stored result, the cell would look empty.
    return cellText(value) || (kind === 'formula' ? '（公式）' : '')
  })
  return { texts, storedAs }
}

const storedKindOf = (value: unknown): StoredAs | undefined => {
  if (value instanceof Date) return 'date'
  if (typeof value !== 'number') return undefined
  // Excel keeps only 15 digits.
  return Math.abs(value) >= 1e15 ? 'inexactNumber' : 'number'
}

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return String(value)
}

const dateText = (date: Date): string => {
  // Excel shows a negative date, or one beyond the year 9999, as a row of this character.
  if (Number.isNaN(date.getTime()) || date.getTime() < dayZero || date.getUTCFullYear() > 9999) return '########'
  // Excel stores a time as a fraction of a day, which is not exact.
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).split('T')
  // A time of day without a date is a fraction of Excel's day zero, which is before 1900.
  if (day < '1900-01-01') return time.replace(/:00$/, '')
  return time === '00:00:00' ? day : `${day} ${time}`
}

const dayZero = Date.UTC(1899, 11, 30)

/**
 * Limits far above the values of legitimate workbooks, even those with 100,000 rows of 60 columns.
 * `ratio` is the highest compression ratio; it is checked once more than `ratioFrom` bytes are unpacked.
 */
const zipLimits = { entries: 1_000, inflated: 419_430_400, ratio: 250, ratioFrom: 10_485_760 } as const

/**
 * The result of reading all parts of a workbook once: the index of the sheet to read, the names of the parts, and what
 * the inspector has found.
 */
interface InspectedZip {
  readonly index: number
  readonly entries: readonly string[]
  readonly workbook: InspectedWorkbook
}

/**
 * Reads a workbook's zip once; throws a refusal for zip bombs, encryption, irregular entries, and files that are not
 * workbooks, before a spreadsheet library reads the file.
 */
const inspectZip = async (name: string, bytes: Uint8Array): Promise<InspectedZip> => {
  try {
    return await readEntries(name, bytes)
  } catch (error) {
    throw error instanceof Refusal ? error : notXlsxRefusal(name)
  }
}

/** Returns the refusal of a file that is not a workbook. */
const notXlsxRefusal = (name: string): Refusal =>
  new Refusal('3001', `檔案「${name}」不是正確的 Excel 活頁簿（.xlsx），可能已損壞或只改了副檔名，請重新存檔後再上傳。`)

const readEntries = async (name: string, bytes: Uint8Array): Promise<InspectedZip> => {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
    autoClose: false,
  })
  if (zip.entryCount > zipLimits.entries) throw suspiciousFileRefusal(name)
  const entries = await directoryOf(zip, name, bytes.length)
  const sheet = await firstVisibleSheet((part) => startOfPart(zip, entries, part))
  if (!sheet || !entries.some(({ fileName }) => fileName === contentTypesPart)) throw notXlsxRefusal(name)
  const inspector = workbookInspector(sheet)
  let inflated = 0
  for (const entry of entries) {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      inflated += chunk.length
      refuseBomb(name, inflated, bytes.length)
      inspector.visit(entry.fileName, chunk)
    }
  }
  return { index: sheet.index, entries: entries.map(({ fileName }) => fileName), workbook: inspector.result() }
}

const contentTypesPart = '[Content_Types].xml'

/** Maximum number of bytes of a part that describes the workbook, which is read into memory. */
const maxDescriptionBytes = 1_000_000

/** Returns the text of a part, or its start if it is too large; empty if there is no such part. */
const startOfPart = async (zip: yauzl.ZipFile, entries: readonly yauzl.Entry[], part: string): Promise<string> => {
  const entry = entries.find(({ fileName }) => fileName === part)
  if (!entry) return ''
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxDescriptionBytes) break
  }
  return Buffer.concat(chunks).toString()
}

const directoryOf = async (zip: yauzl.ZipFile, name: string, size: number): Promise<readonly yauzl.Entry[]> => {
  const entries: yauzl.Entry[] = []
  let declared = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new Refusal('3001', `檔案「${name}」有密碼保護，請移除密碼後再上傳。`)
    if (!entry.canDecodeFileData() || entries.some(({ fileName }) => fileName === entry.fileName))
      throw suspiciousFileRefusal(name)
    declared += entry.uncompressedSize
    refuseBomb(name, declared, size)
    entries.push(entry)
  }
  return entries
}

const refuseBomb = (name: string, inflated: number, size: number): void => {
  if (inflated > zipLimits.inflated || (inflated > zipLimits.ratioFrom && inflated > size * zipLimits.ratio))
    throw suspiciousFileRefusal(name)
}

const suspiciousFileRefusal = (name: string): Refusal =>
  new Refusal('3001', `檔案「${name}」的壓縮內容異常，基於安全考量不予處理，請重新存成 .xlsx 後再上傳。`)
