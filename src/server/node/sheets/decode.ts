import iconv from 'iconv-lite'
import { Refusal } from '../../../domain/refusal'

/** The text of a file in UTF-8 (with or without BOM) or Big5; anything else is refused with the first row that makes no sense. */
export const decodeText = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeBig5(bytes)
  }
}

// Microsoft's table (cp950) is what Excel saves as Big5; ICU's own differs in 249 codes and lets bytes through that are none.
const decodeBig5 = (bytes: Uint8Array): string => {
  const text = iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 'cp950')
  const bad = text.indexOf('\ufffd')
  if (bad < 0) return text
  const before = text.slice(0, bad)
  const row = before.split('\n').length
  const column = (before.split('\n').at(-1) ?? '').split(/[,\t]/).length
  throw new Refusal('3001', `檔案不是 UTF-8 也不是 Big5 編碼：第 ${row} 列第 ${column} 個欄位有無法辨識的內容。請在 Excel 另存為「CSV UTF-8」後再上傳。`)
}
