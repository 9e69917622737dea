import yauzl from 'yauzl'
import { Refusal } from '../../../domain/refusal'

/** Bounds of an honest workbook: 100,000 rows of 60 columns stay far within them. */
const most = { entries: 1_000, inflated: 419_430_400, ratio: 250, ratioFrom: 10_485_760 } as const

/** What the guard hands to whoever wants to look into the parts while they are counted. */
export type Visit = (name: string, chunk: Buffer) => void

/** Opens a zip, reads its directory, then counts the bytes that really come out of it; refuses bombs, encryption and oddities before a spreadsheet library sees the file. */
export const guardZip = async (name: string, bytes: Uint8Array, visit: Visit): Promise<readonly string[]> => {
  try {
    return await walk(name, bytes, visit)
  } catch (error) {
    throw error instanceof Refusal ? error : notXlsx(name)
  }
}

/** The sentence for a file that is no workbook at all. */
export const notXlsx = (name: string): Refusal =>
  new Refusal('3001', `檔案「${name}」不是正確的 Excel 活頁簿（.xlsx），可能已損壞或只改了副檔名，請重新存檔後再上傳。`)

const walk = async (name: string, bytes: Uint8Array, visit: Visit): Promise<readonly string[]> => {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), { lazyEntries: true, autoClose: false })
  if (zip.entryCount > most.entries) throw suspicious(name)
  const entries = await directoryOf(zip, name, bytes.length)
  let inflated = 0
  for (const entry of entries) {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      inflated += chunk.length
      refuseBomb(name, inflated, bytes.length)
      visit(entry.fileName, chunk)
    }
  }
  return entries.map(({ fileName }) => fileName)
}

const directoryOf = async (zip: yauzl.ZipFile, name: string, size: number): Promise<readonly yauzl.Entry[]> => {
  const entries: yauzl.Entry[] = []
  let declared = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new Refusal('3001', `檔案「${name}」有密碼保護，請移除密碼後再上傳。`)
    if (!entry.canDecodeFileData() || entries.some(({ fileName }) => fileName === entry.fileName)) throw suspicious(name)
    declared += entry.uncompressedSize
    refuseBomb(name, declared, size)
    entries.push(entry)
  }
  return entries
}

const refuseBomb = (name: string, inflated: number, size: number): void => {
  if (inflated > most.inflated || (inflated > most.ratioFrom && inflated > size * most.ratio)) throw suspicious(name)
}

const suspicious = (name: string): Refusal => new Refusal('3001', `檔案「${name}」的壓縮內容異常，基於安全考量不予處理，請重新存成 .xlsx 後再上傳。`)
