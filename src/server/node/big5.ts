import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import type { Big5 } from '../payments/files/bank-file'

// Taiwanese programs write Big5 by Microsoft's table (cp950); ICU's table differs in 249 codes and accepts invalid
// bytes.
const table = 'cp950'

/**
 * Big5 by the table of Windows.
 * Bytes that are Chinese text in UTF-8 are rejected, even if they are valid in Big5; Chinese characters begin at
 * U+2E80.
 */
export const big5: Big5 = {
  decode: (bytes) => {
    const text = decodeBig5(bytes)
    return text.includes('\ufffd') ||
      (!isAscii(bytes) && isUtf8(bytes) && /[\u2e80-\uffff]/.test(Buffer.from(bytes).toString()))
      ? null
      : text
  },
  encode: (text) => {
    const bytes = iconv.encode(text, table)
    return iconv.decode(bytes, table) === text ? bytes : null
  },
}

/** Decodes Big5, with U+FFFD for each invalid byte. */
export const decodeBig5 = (bytes: Uint8Array): string =>
  iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), table)

/**
 * Decodes Big5 like {@link decodeBig5}, but with the codes that Windows reserves for characters of users (自造字) as the
 * private-use characters of Microsoft's table.
 * What such a code looks like depends on the computer, but it is not an invalid byte.
 */
export const decodeBig5WithOwnCharacters = (bytes: Uint8Array): string => {
  let text = ''
  let decodedTo = 0
  for (let index = 0; index + 1 < bytes.length; index++) {
    const [lead = 0, trail = 0] = bytes.subarray(index, index + 2)
    if (lead < 0x81 || trailIndex(trail) < 0) continue
    const code = ownCharacter(lead, trailIndex(trail))
    if (code !== undefined) {
      text += decodeBig5(bytes.subarray(decodedTo, index)) + String.fromCodePoint(code)
      decodedTo = index + 2
    }
    // The next character begins after the second byte.
    index++
  }
  return text + decodeBig5(bytes.subarray(decodedTo))
}

/** The rows of codes that users may define: the first bytes, and the character of the first code. */
const ownRows = [
  { from: 0xfa, to: 0xfe, character: 0xe000 },
  { from: 0x8e, to: 0xa0, character: 0xe311 },
  { from: 0x81, to: 0x8d, character: 0xeeb8 },
  { from: 0xc6, to: 0xc8, character: 0xf6b1 },
] as const

const codesInRow = 157

// The codes C640 to C67E are ordinary characters, so the last of these rows begins with C6A1.
const firstOwnIndexOfC6 = 63

const ownCharacter = (lead: number, index: number): number | undefined => {
  const row = ownRows.find(({ from, to }) => lead >= from && lead <= to)
  if (!row || (lead === 0xc6 && index < firstOwnIndexOfC6)) return undefined
  return row.character + (lead - row.from) * codesInRow + index - (row.from === 0xc6 ? firstOwnIndexOfC6 : 0)
}

/** Returns the position of a second byte among those that Big5 permits; -1 if it does not permit the byte. */
const trailIndex = (byte: number): number =>
  byte >= 0x40 && byte <= 0x7e ? byte - 0x40 : byte >= 0xa1 && byte <= 0xfe ? byte - 0xa1 + 63 : -1
