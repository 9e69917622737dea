import type { Controller } from '../http/call'
import { retryBankFile } from '../payments/bank-files/retry'
import { uploadBankFile } from '../payments/bank-files/upload'

/** Calls for bank files. List, detail page and deletion are generic. */
export const bankFile: Controller = { create: uploadBankFile, Retry: retryBankFile }
