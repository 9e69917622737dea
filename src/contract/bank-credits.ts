import type { bankCredit, bankCreditResult } from './openapi/calls/bank-credits'
import type { ValueOf } from './openapi/json'

/** Body of Ext/BankCredits. */
export type BankCredit = ValueOf<typeof bankCredit>
/** OutData of Ext/BankCredits. */
export type BankCreditResult = ValueOf<typeof bankCreditResult>
