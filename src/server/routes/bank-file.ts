import type { Controller } from '../call'
import { deleteBankFile } from '../payments/bank-files/delete'
import { differencesOf } from '../payments/bank-files/differences'
import { releaseAs } from '../payments/bank-files/release'
import { retryBankFile } from '../payments/bank-files/retry'
import { uploadBankFile } from '../payments/bank-files/upload'

/** Calls for bank files. List and detail page are generic. */
export const bankFile: Controller = {
  create: uploadBankFile,
  delete: deleteBankFile,
  Retry: retryBankFile,
  Replace: releaseAs('Replaces'),
  Append: releaseAs('Adds'),
  GetDifferences: differencesOf,
}
