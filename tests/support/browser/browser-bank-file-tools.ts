import type { BankFileTools, Big5 } from '../../../src/server/payments/files/bank-file'

/** Big5 of the browser, which only reads; the real one needs Node and has its own tests. */
const big5: Big5 = {
  decode: (bytes) => {
    try {
      return new TextDecoder('big5', { fatal: true }).decode(bytes)
    } catch {
      return null
    }
  },
  encode: () => null,
}

/**
 * A hash of 64 digits that differs between the few files of a test, because browsers compute SHA-256 only
 * asynchronously.
 */
const shortHash = (): ReturnType<BankFileTools['sha256']> => {
  let sum = 0
  return {
    add: (bytes) => {
      for (const byte of bytes) sum = (Math.imul(sum, 31) + byte) >>> 0
    },
    hex: () => sum.toString(16).padStart(8, '0').repeat(8),
  }
}

/** What bank files are read with in component tests. */
export const browserBankFileTools: BankFileTools = { big5, sha256: shortHash }
