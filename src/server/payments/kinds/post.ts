import { defineBankFile } from '../../module'
import { paymentKind } from '../bank-files/payment-kind'

/**
 * The trade codes of payments on the website of the post office.
 * All other trade codes are payments at the counters of the post office.
 */
const onlineTradeCodes: readonly string[] = ['A421', '057W']

/** The files in which the post office reports payments (郵局資訊流). */
export const post = paymentKind({
  fields: ['TxnSeq', 'AmountSign'],
  channel: { field: 'TradeCode', channelOf: (code) => (onlineTradeCodes.includes(code) ? 'A1' : '05'), knownCodes: [] },
  // Each post office numbers its own payments.
  txnSeqPrefix: 'StoreNo',
})

export default defineBankFile('post', post)
