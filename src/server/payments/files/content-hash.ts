import type { BankFileTools } from './bank-file'
import { contentTrimmer } from './split-lines'

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/**
 * Returns a SHA-256 computation over the lines of a file, each with one line feed.
 * Transfer programs may change line breaks, drop the last one, or add what `contentTrimmer` removes; none of these must
 * change the hash, because a file with another hash is booked again.
 */
export const contentHasher = ({ sha256 }: Pick<BankFileTools, 'sha256'>): ReturnType<BankFileTools['sha256']> => {
  const [hash, trimmed] = [sha256(), contentTrimmer()]
  let lastByte = lineFeed
  return {
    add: (addedChunk) => {
      const chunk = trimmed(addedChunk)
      if (chunk.length === 0) return
      const bytes = new Uint8Array(chunk.length + 1)
      let [length, from] = [0, 0]
      const copyTo = (to: number): void => {
        bytes.set(chunk.subarray(from, to), length)
        length += to - from
        from = to
      }
      if (lastByte === carriageReturn && chunk[0] !== lineFeed) bytes[length++] = carriageReturn
      // Copies the bytes between carriage returns in one piece, because a loop over all bytes is slower.
      for (let at = chunk.indexOf(carriageReturn); at >= 0; at = chunk.indexOf(carriageReturn, at + 1)) {
        copyTo(at)
        // A carriage return at the end of the chunk is added with the next chunk, if it is not part of a line break.
        const isKept = at + 1 < chunk.length && chunk[at + 1] !== lineFeed
        if (!isKept) from += 1
      }
      copyTo(chunk.length)
      lastByte = chunk[chunk.length - 1] ?? lastByte
      hash.add(bytes.subarray(0, length))
    },
    hex: () => {
      if (lastByte === carriageReturn) hash.add(Uint8Array.of(carriageReturn))
      if (lastByte !== lineFeed) hash.add(Uint8Array.of(lineFeed))
      return hash.hex()
    },
  }
}
