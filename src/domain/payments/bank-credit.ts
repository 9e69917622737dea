import { bankTimePattern } from '../dates/dates'

/** The channels whose payments the bank's system reports individually as they happen; stores, the post office and direct debit report by file only. */
export const creditChannels = ['00', '06', '08', '10', '15', '16', '17', 'A2'] as const

/** The formats of the text fields of a single credit. An account must not consist of zeros only. */
export const creditPatterns = {
  TradeTime: bankTimePattern,
  TxnSeq: /^[!-~]{1,20}$/,
  VACAccount: /^(?=0*[1-9])\d{1,16}$/,
  PayBankCode: /^\d{3}$/,
  PayAccountTail: /^\d{5}$/,
} as const

/** Maximum length of what the payer entered for the recipient. */
export const maxPayerRemark = 40
