import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import type { Big5 } from '../payments/files/bank-file'

// Taiwanese programs write Big5 by Microsoft's table (cp950); ICU's table differs in 249 codes and accepts invalid bytes.
const table = 'cp950'

/** Big5 by the table of Windows. Bytes that are Chinese text in UTF-8 are rejected, even if they are valid in Big5; Chinese characters begin at U+2E80. */
export const big5: Big5 = {
  decode: (bytes) => {
    const text = decodeBig5(bytes)
    return text.includes('\ufffd') || (!isAscii(bytes) && isUtf8(bytes) && /[\u2e80-\uffff]/.test(Buffer.from(bytes).toString())) ? null : text
  },
  encode: (text) => {
    const bytes = iconv.encode(text, table)
    return iconv.decode(bytes, table) === text ? bytes : null
  },
}

/** Decodes Big5, with U+FFFD for each invalid byte. */
export const decodeBig5 = (bytes: Uint8Array): string => iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), table)
