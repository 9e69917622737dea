import type { Channel } from '../channels'
import { paymentKind } from './payments'

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
