import { defineBankFile } from '../../module'
import { paymentKind } from '../bank-files/payment-kind'
import type { Channel } from '../channels'

/** The channels of stores and farmers' associations, by the agency code in their files. */
const channelsOfAgencies: Readonly<Record<string, Channel>> = {
  '7111111': '01',
  TFM: '02',
  OKM: '03',
  OKCVS: '03',
  HILIFE: '04',
  AGRI: '12',
  SIM: '14',
}

/** Returns the channel of the store or farmers' association with this agency code; undefined for an unknown code. */
export const channelOfAgency = (code: string): Channel | undefined => channelsOfAgencies[code]

/** The channels whose files are recognized by the agency code in their header. */
export const storeChannels: readonly Channel[] = [...new Set(Object.values(channelsOfAgencies))]

/** The files in which stores report payments (超商資訊流). */
export const store = paymentKind({
  fields: ['MarketItemCode', 'AccountDate'],
  channel: {
    field: 'AgencyCode',
    channelOf: channelOfAgency,
    knownCodes: Object.keys(channelsOfAgencies),
  },
})

export default defineBankFile('store', store)
