import { Refusal } from '../../../domain/refusal'
import type { SheetRow, Sheets } from '../../ports'
import { handleRequests } from '../worker-requests'
import type { SheetFailure, SheetRequest, SheetRows } from '.'
import { readDelimitedText } from './csv'
import { readXlsx } from './xlsx'

// Files are read in this separate thread, because reading a large one blocks its thread for a second.

/** The files that are being read, by `readId`. */
const openReads = new Map<number, AsyncIterator<SheetRow>>()

const rowsPerBatch = 500

/** Opens, continues or closes a read. Returns the next rows of the file; none at its end or after it was closed. */
const handle = async (request: SheetRequest): Promise<SheetRows> => {
  if (request.kind === 'close') await closeRead(request.readId)
  if (request.kind === 'open')
    openReads.set(request.readId, readSheet(request.file, request.limits)[Symbol.asyncIterator]())
  const rows: SheetRow[] = []
  while (rows.length < rowsPerBatch) {
    const next = await openReads.get(request.readId)?.next()
    if (!next || next.done) break
    rows.push(next.value)
  }
  return rows
}

/** Ends a read, even before the end of its file. */
const closeRead = async (readId: number): Promise<void> => {
  await openReads.get(readId)?.return?.()
  openReads.delete(readId)
}

const failureOf = (error: unknown): SheetFailure => {
  if (error instanceof Refusal) return { code: error.code, message: error.message, fields: error.fields }
  return { error: error instanceof Error ? error : new Error(String(error)) }
}

handleRequests(handle, failureOf)

/** Largest upload in bytes. */
const maxSheetBytes = 52_428_800

/**
 * Reads uploaded sheets: xlsx, and csv or txt in UTF-8, Big5 or UTF-16 with BOM.
 * The content must match the extension of the file name.
 * Unpacking and parsing block the thread.
 */
const readSheet: Sheets['read'] = async function* ({ name, bytes }, limits) {
  if (bytes.length === 0) throw new Refusal('3003', `檔案「${name}」是空的，請重新選擇檔案。`)
  if (bytes.length > maxSheetBytes)
    throw new Refusal('3002', `檔案「${name}」超過 ${maxSheetBytes / 1_048_576} MB，請分成幾個檔案上傳。`)
  const reader = readers.get(extensionOf(name))
  if (!reader) throw new Refusal('3001', `檔案「${name}」不是 xlsx、csv 或 txt 檔，請選擇正確的檔案。`)
  yield* reader({ name, bytes }, limits)
}

const extensionOf = (name: string): string => name.toLowerCase().split('.').at(-1) ?? ''

// A Map, because a plain object would return its inherited `constructor` for the extension `constructor`.
const readers: ReadonlyMap<string, Sheets['read']> = new Map([
  ['xlsx', readXlsx],
  ['xls', refuseOldWorkbook],
  ['csv', readDelimitedText],
  ['txt', readDelimitedText],
])

// biome-ignore lint/correctness/useYield: an old workbook is refused before its first row.
async function* refuseOldWorkbook({ name }: Parameters<Sheets['read']>[0]): ReturnType<Sheets['read']> {
  throw new Refusal('3001', `檔案「${name}」是舊版的 .xls 格式，請在 Excel 用「另存新檔」存成 .xlsx 後再上傳。`)
}
