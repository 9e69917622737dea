import { defineBankFile } from '../../module'
import { paymentKind } from '../bank-files/payment-kind'
import type { Channel } from '../channels'

/** The channels whose payments the bank itself receives and reports. */
const bankChannels: readonly string[] = [
  '00',
  '06',
  '07',
  '08',
  '09',
  '10',
  '15',
  '16',
  '17',
  'A2',
] satisfies readonly Channel[]

/** The files in which the bank reports payments that it received itself (銀行資訊流). */
export const bank = paymentKind({
  fields: ['AccountDate', 'TxnSeq', 'AmountSign'],
  channel: {
    field: 'ChannelId',
    channelOf: (code) => bankChannels.find((channel) => channel === code),
    knownCodes: bankChannels,
  },
})

export default defineBankFile('bank', bank)
