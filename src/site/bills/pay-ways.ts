import type { PayerBill } from '../../contract/call-responses'
import { storeChannels } from '../../domain/bills/bill-codes'

/** A way to pay a bill that begins on this page. */
export type PayWay = 'bankApp' | 'eBill' | 'qr' | 'store' | 'post' | 'transfer' | 'slip'

/** The ways in the order of a phone, where apps and links come first and the payer cannot scan the own screen. */
const phoneOrder: readonly PayWay[] = ['bankApp', 'eBill', 'qr', 'store', 'post', 'transfer', 'slip']

const desktopOrder: readonly PayWay[] = ['qr', 'transfer', 'eBill', 'bankApp', 'store', 'post', 'slip']

/** The channels that each way leads to. A slip has no channels of its own. */
const channelsOfWay: Readonly<Record<Exclude<PayWay, 'slip'>, readonly string[]>> = {
  bankApp: ['17'],
  eBill: ['08'],
  qr: ['16'],
  store: storeChannels,
  post: ['05'],
  transfer: ['00', '06', '12', '17', 'A2'],
}

/** Returns the ways to pay a bill, in the order of the device. */
export const waysOf = (bill: PayerBill, isPhone: boolean): readonly PayWay[] =>
  (isPhone ? phoneOrder : desktopOrder).filter((way) => isOffered(way, bill))

/** Returns the channels of a bill that one of its ways leads to: agreed debits, for example, do not start here. */
export const channelsWithWay = (bill: PayerBill): readonly string[] =>
  bill.Channels.filter((channel) =>
    Object.entries(channelsOfWay).some(
      ([way, channels]) => channels.includes(channel) && isOffered(way as PayWay, bill),
    ),
  )

const isOffered = (way: PayWay, bill: PayerBill): boolean => {
  switch (way) {
    case 'bankApp':
    case 'eBill':
      return accepts(bill, way)
    case 'qr':
      return bill.TWQRPayload !== ''
    case 'store':
      return bill.MarketBarcodes.length > 0 || bill.MarketRefusal !== ''
    case 'post':
      return bill.PostBarcodes.length > 0
    case 'transfer':
      // A backend that names no channels still accepts transfers to the account that it sends.
      return bill.VACAccount !== '' && (bill.Channels.length === 0 || accepts(bill, way))
    case 'slip':
      return true
  }
}

const accepts = (bill: PayerBill, way: Exclude<PayWay, 'slip'>): boolean =>
  bill.Channels.some((channel) => channelsOfWay[way].includes(channel))
