import { joinBytes } from './split-lines'

const byteOrderMark = [0xef, 0xbb, 0xbf] as const

/** Line feed, carriage return, and Ctrl-Z, which ends a file of DOS. */
const endBytes: readonly number[] = [0x0a, 0x0d, 0x1a]

/** Number of bytes at the end of a file that may be removed. More of them count as content, so that memory is bounded. */
const maxEndBytes = 1024

/** Returns a function that removes from the chunks of a file what editors and transfer programs add: a byte order mark at its start, and blank lines and Ctrl-Z at its end. The last line has no line break afterwards. */
export const contentTrimmer = (): ((chunk: Uint8Array) => Uint8Array) => {
  let isStart = true
  // Bytes that are removed unless other content follows.
  let withheld: Uint8Array = new Uint8Array()
  return (chunk) => {
    let bytes = withheld.length > 0 ? joinBytes(withheld, chunk) : chunk
    if (isStart) {
      const mayHaveMark = byteOrderMark.every((byte, index) => index >= bytes.length || bytes[index] === byte)
      if (mayHaveMark && bytes.length < byteOrderMark.length) {
        withheld = bytes.slice()
        return new Uint8Array()
      }
      isStart = false
      if (mayHaveMark) bytes = bytes.subarray(byteOrderMark.length)
    }
    const end = contentEnd(bytes)
    withheld = bytes.slice(end)
    return bytes.subarray(0, end)
  }
}

/** Returns the number of bytes before the line breaks and Ctrl-Z at the end. */
const contentEnd = (bytes: Uint8Array): number => {
  let end = bytes.length
  while (end > 0 && endBytes.includes(bytes[end - 1] ?? 0)) end -= 1
  return bytes.length - end > maxEndBytes ? bytes.length : end
}
