import type { BankFileTools } from './bank-file'

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/**
 * Returns a SHA-256 of the lines of a file, each with one line feed. Transfer programs may change line breaks or drop the last one, which must not change the hash.
 */
export const contentHash = ({ sha256 }: Pick<BankFileTools, 'sha256'>): ReturnType<BankFileTools['sha256']> => {
  const hash = sha256()
  let lastByte = lineFeed
  return {
    add: (chunk) => {
      const bytes = new Uint8Array(chunk.length + 1)
      let length = 0
      for (const byte of chunk) {
        if (lastByte === carriageReturn && byte !== lineFeed) bytes[length++] = carriageReturn
        if (byte !== carriageReturn) bytes[length++] = byte
        lastByte = byte
      }
      hash.add(bytes.subarray(0, length))
    },
    hex: () => {
      if (lastByte === carriageReturn) hash.add(Uint8Array.of(carriageReturn))
      if (lastByte !== lineFeed) hash.add(Uint8Array.of(lineFeed))
      return hash.hex()
    },
  }
}
