import { bankTimePattern } from '../dates/dates'

/**
 * The channels of bank credits: payments that the bank's system reports one by one when they happen.
 * Stores, the post office and direct debits are reported only in files.
 */
export const creditChannels = ['00', '06', '08', '10', '15', '16', '17', 'A2'] as const

/** The formats of the text fields of a bank credit. An account that consists only of zeros is invalid. */
export const creditPatterns = {
  TradeTime: bankTimePattern,
  TxnSeq: /^[!-~]{1,20}$/,
  VACAccount: /^(?=0*[1-9])\d{1,16}$/,
  PayBankCode: /^\d{3}$/,
  PayAccountTail: /^\d{5}$/,
} as const

/** Maximum number of characters of the payer's remark to the recipient. */
export const maxPayerRemark = 40

/** Days for which the former secret of an agreement signs pushes as well, after a new one was made. */
export const formerSecretDays = 7
