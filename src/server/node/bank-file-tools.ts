import { createHash } from 'node:crypto'
import type { BankFileTools } from '../payments/files/bank-file'
import { big5 } from './big5'

/** The tools for reading and writing bank files. */
export const bankFileTools: BankFileTools = {
  big5,
  sha256: () => {
    const hash = createHash('sha256')
    return { add: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') }
  },
}
