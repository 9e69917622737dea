/**
 * Splits a stream of bytes into lines, as strings with one character for each byte.
 * It buffers at most one line, even if the stream has no line breaks.
 */
export const lineSplitter = (lineLength: number) => {
  let incomplete: Uint8Array = new Uint8Array()
  return {
    /**
     * Returns the lines that end in this chunk.
     * The start of a line that is too long is returned at once, so that the caller can refuse the file.
     */
    add: (chunk: Uint8Array): readonly string[] => {
      const { lines, remainder } = completeLines(incomplete.length > 0 ? joinBytes(incomplete, chunk) : chunk)
      incomplete = remainder
      // A complete line may end in a carriage return whose line feed is in the next chunk.
      return incomplete.length > lineLength + 1 ? [...lines, byteText(incomplete)] : lines
    },
    /** Returns the last line if it has no line break. */
    end: (): readonly string[] => (incomplete.length > 0 ? [byteText(incomplete)] : []),
  }
}

// Each byte becomes one character, but this decoder (windows-1252) changes the codes of some bytes above 0x7f.
// `byteText` does not.
const singleByte = new TextDecoder('latin1')

const completeLines = (bytes: Uint8Array): { readonly lines: string[]; readonly remainder: Uint8Array } => {
  const text = singleByte.decode(bytes)
  const lines: string[] = []
  let start = 0
  for (let lineBreak = text.indexOf('\n'); lineBreak >= 0; lineBreak = text.indexOf('\n', start)) {
    const end = lineBreak > start && text[lineBreak - 1] === '\r' ? lineBreak - 1 : lineBreak
    const line = text.slice(start, end)
    lines.push(isAscii(line) ? line : byteText(bytes.subarray(start, end)))
    start = lineBreak + 1
  }
  return { lines, remainder: bytes.slice(start) }
}

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** Returns a string with one character for each byte. */
const byteText = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** Returns the bytes of both in one array. */
export const joinBytes = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

const byteOrderMark = [0xef, 0xbb, 0xbf] as const

/** Line feed, carriage return, and Ctrl-Z, which ends a file of DOS. */
const endBytes: readonly number[] = [0x0a, 0x0d, 0x1a]

/**
 * Number of bytes at the end of a file that may be removed.
 * More of them count as content, so that memory is bounded.
 */
const maxEndBytes = 1024

/**
 * Returns a function that removes from the chunks of a file what editors and transfer programs add: a byte order mark
 * at its start, and blank lines and Ctrl-Z at its end.
 * The last line has no line break afterwards.
 */
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
