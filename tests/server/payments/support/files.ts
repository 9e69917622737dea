import {
  type BookingPlan,
  bookPaymentFile,
  type FileResult,
  verifyPaymentFile,
} from '../../../../src/server/payments/book-file'
import type { BankFileLine, LineValues } from '../../../../src/server/payments/files/bank-file'
import { bank } from '../../../../src/server/payments/kinds/bank'
import { post } from '../../../../src/server/payments/kinds/post'
import { store } from '../../../../src/server/payments/kinds/store'
import type { JobRun } from '../../../../src/server/ports'
import { inChunks, type LayoutName, layouts, writeAll } from '../../../support/payments/bank-files'
import type { Portal } from '../../../support/portal'

type Detail = Pick<BankFileLine, 'kind' | 'values'>

const header = { CompanyCode: '7A1', AgencyCode: '7111111', TransDate: '2026-11-19' }

/** Returns a payment of 1000 at a store. */
export const atStore = (account: string, differences: LineValues = {}): Detail => ({
  kind: 'payment',
  values: {
    ...header,
    StoreNo: '123456',
    TransferAccount: '0'.repeat(14),
    AccountDate: '2026-11-19',
    TradeDate: '2026-11-18',
    Barcode1: '1511307A1',
    Barcode2: account.padStart(16, '0'),
    Barcode3: '113023000001000',
    ...differences,
  },
})

/** Returns a payment of 1000 at an ATM. */
export const atBank = (account: string, differences: LineValues = {}): Detail => ({
  kind: 'payment',
  values: {
    RealAccount: '0123456789012',
    TradeDate: '2026-11-18',
    TradeTime: '101530',
    VACAccount: account,
    AmountSign: 'Plus',
    Amount: 1000,
    Summary: 'ATM',
    AgentBranch: '0001',
    TradeChannel: 'SA',
    ChannelId: '06',
    ChangeDate: '20261118',
    AccountDate: '2026-11-19',
    TxnSeq: '000123',
    ApplyCode: '77001',
    ChannelFee: 10,
    ...differences,
  },
})

/** Returns a payment of 1000 at a counter of the post office. */
export const atPost = (account: string, differences: LineValues = {}): Detail => ({
  kind: 'payment',
  values: {
    GiroAccount: '50012345',
    TradeDate: '2026-11-18',
    StoreNo: '000123',
    TradeCode: '0587',
    TxnSeq: '0000123',
    AmountSign: 'Plus',
    Amount: 1000,
    PaymentEndDate: '1151130',
    VACAccount: account,
    CheckCode: '1',
    ...differences,
  },
})

/** Returns the bytes of a file. */
export const fileOf = (layout: LayoutName, details: readonly Detail[], differences: LineValues = {}): Buffer =>
  writeAll(layout, layout === 'store' ? { header: { ...header, ...differences }, details } : { details })

/** The kinds of files with payments. */
export const paymentKinds = { store, bank, post }

interface Booking {
  readonly layout: keyof typeof paymentKinds
  readonly bytes: Uint8Array
  readonly SerialId?: number
  /** The day on which the bank sent the file. */
  readonly receivedOn?: string
  readonly run?: Partial<JobRun>
  readonly plan?: BookingPlan
}

/** Books a file as its job does. */
export const bookFile = async (
  { ports }: Pick<Portal, 'ports'>,
  { layout, bytes, SerialId = 501, receivedOn = '2026-11-20', run = {}, plan }: Booking,
): Promise<FileResult> => {
  const open = async function* () {
    yield* inChunks(bytes, 10_000)
  }
  const file = await verifyPaymentFile(ports, {
    SerialId,
    name: 'MART.20261119',
    layout: ports.layouts[layout] ?? layouts[layout],
    rules: paymentKinds[layout].rules,
    receivedOn,
    open,
  })
  return bookPaymentFile(ports, { file, ...(plan && { plan }) }, { progress: async () => {}, ...run })
}
