import { Session } from 'node:inspector'
import { streamXlsxRows } from 'hucre/xlsx'
import yauzl from 'yauzl'
import { Refusal } from '../../../domain/refusal'
import type { StoredAs } from '../../../schema/field-types/field-type'
import type { SheetRow, Sheets } from '../../ports'
import { cleanRowWithinLimits, type SheetLimits } from './limits'
import { readAhead } from './read-ahead'
import { firstVisibleSheet, workbookInspector } from './workbook-inspector'

/** Reads the rows of the first visible sheet of an xlsx as text. Dates are yyyy-MM-dd with their time unless it is midnight, times of day are HH:mm; a formula causes a refusal. */
export const readXlsx: Sheets['read'] = async function* ({ name, bytes }, limits) {
  yield* readAhead(visibleRows(name, bytes, limits))
}

const visibleRows = async function* (name: string, bytes: Uint8Array, limits: SheetLimits): AsyncGenerator<SheetRow> {
  const index = await inspectWorkbook(name, bytes)
  for await (const { index: rowIndex, values } of rowsOf(name, bytes, index)) {
    const row = cleanRowWithinLimits({ rowNo: rowIndex + 1, cells: values.map(cellText), ...storedKinds(values) }, limits)
    if (row.cells.length > 0) yield row
  }
}

/** Validates the workbook before its cells are read; returns the index of the sheet to read. */
const inspectWorkbook = async (name: string, bytes: Uint8Array): Promise<number> => {
  // An encrypted or old workbook begins with D0 CF, a zip with 50 4B (PK).
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new Refusal('3001', `檔案「${name}」有密碼保護，或其實是舊版的 .xls，請移除密碼並另存為 .xlsx 後再上傳。`)
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw notXlsxRefusal(name)
  const { index, entries, inspector } = await inspectZip(name, bytes)
  if (inspector.hasDoctype()) throw notXlsxRefusal(name)
  if (entries.some((entry) => /vbaProject/i.test(entry))) throw new Refusal('3001', `檔案「${name}」含有巨集，請存成不含巨集的 .xlsx 後再上傳。`)
  const formula = inspector.formula()
  if (formula) throw new Refusal('3001', `儲存格 ${formula}${positionText(formula)}是公式，請用「選擇性貼上－值」改成數值或文字後再上傳。`)
  return index
}

const positionText = (cell: string): string => {
  const [, column, row] = /^([A-Z]+)(\d+)$/.exec(cell) ?? []
  return row ? `（第 ${row} 列第 ${column} 欄）` : ''
}

const rowsOf = async function* (
  name: string,
  bytes: Uint8Array,
  sheet: number,
): AsyncGenerator<{ readonly index: number; readonly values: readonly unknown[] }> {
  try {
    let isFirst = true
    for await (const row of streamXlsxRows(bytes, { sheet })) {
      // Before it returns the first row, hucre reads all shared texts of the workbook as a document, which takes 30 times their memory.
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

/** Frees the unused memory of this thread, which blocks the thread for about 50 ms. Otherwise V8 would keep several hundred megabytes until it has allocated as much again. */
const collectGarbage = async (): Promise<void> => {
  const session = new Session()
  session.connect()
  await new Promise<void>((resolve) => session.post('HeapProfiler.collectGarbage', () => resolve()))
  session.disconnect()
}

/** Returns how the cells of a row are stored that are not texts. */
const storedKinds = (values: readonly unknown[]): Pick<SheetRow, 'storedAs'> => {
  const kinds = values.flatMap((value, position): [number, StoredAs][] => {
    const kind = storedAs(value)
    return kind === undefined ? [] : [[position, kind]]
  })
  return kinds.length === 0 ? {} : { storedAs: Object.fromEntries(kinds) }
}

const storedAs = (value: unknown): StoredAs | undefined => {
  // Excel keeps only 15 digits.
  if (typeof value === 'number' && Math.abs(value) >= 1e15) return 'inexactNumber'
  return undefined
}

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return String(value)
}

const dateText = (date: Date): string => {
  if (Number.isNaN(date.getTime())) return ''
  // Excel stores a time as a fraction of a day, which is not exact.
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).split('T')
  // A time of day without a date is a fraction of Excel's day zero, which is before 1900.
  if (day < '1900-01-01') return time.replace(/:00$/, '')
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** Limits far above the values of legitimate workbooks, even those with 100,000 rows of 60 columns. `ratio` is the highest compression ratio; it is checked once more than `ratioFrom` bytes are unpacked. */
const zipLimits = { entries: 1_000, inflated: 419_430_400, ratio: 250, ratioFrom: 10_485_760 } as const

/** The result of reading all parts of a workbook once: the index of the sheet to read, the names of the parts, and what the inspector has found. */
interface InspectedZip {
  readonly index: number
  readonly entries: readonly string[]
  readonly inspector: ReturnType<typeof workbookInspector>
}

/** Reads a workbook's zip once; throws a refusal for zip bombs, encryption, irregular entries, and files that are not workbooks, before a spreadsheet library reads the file. */
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
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true, autoClose: false })
  if (zip.entryCount > zipLimits.entries) throw suspiciousFileRefusal(name)
  const entries = await directoryOf(zip, name, bytes.length)
  const sheet = await firstVisibleSheet((part) => startOfPart(zip, entries, part))
  if (!sheet || !entries.some(({ fileName }) => fileName === contentTypesPart)) throw notXlsxRefusal(name)
  const inspector = workbookInspector(sheet.part)
  let inflated = 0
  for (const entry of entries) {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      inflated += chunk.length
      refuseBomb(name, inflated, bytes.length)
      inspector.visit(entry.fileName, chunk)
    }
  }
  return { index: sheet.index, entries: entries.map(({ fileName }) => fileName), inspector }
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
    if (!entry.canDecodeFileData() || entries.some(({ fileName }) => fileName === entry.fileName)) throw suspiciousFileRefusal(name)
    declared += entry.uncompressedSize
    refuseBomb(name, declared, size)
    entries.push(entry)
  }
  return entries
}

const refuseBomb = (name: string, inflated: number, size: number): void => {
  if (inflated > zipLimits.inflated || (inflated > zipLimits.ratioFrom && inflated > size * zipLimits.ratio)) throw suspiciousFileRefusal(name)
}

const suspiciousFileRefusal = (name: string): Refusal => new Refusal('3001', `檔案「${name}」的壓縮內容異常，基於安全考量不予處理，請重新存成 .xlsx 後再上傳。`)
