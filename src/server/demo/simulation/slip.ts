import type { AccountRule } from '../../../domain/accounts/virtual-account'
import type { AccountPadding, Barcodes, Segment3Date } from '../../../domain/barcodes/market-barcode'
import {
  type BarcodeData,
  type MarketItem,
  marketCollection,
  postCollection,
  storeChannels,
} from '../../../domain/bills/bill-codes'
import type { PayPeriodType } from '../../../domain/payments/remit-date'

/** The data of a bill that its payer and the channels have. */
export interface PayerSlip {
  readonly SerialId: number
  readonly VACAccount: string
  readonly ShouldPayAmount: number
  readonly PaidAmount: number
  readonly BillState: 'Active' | 'Void'
  readonly PaymentStartDate: string
  readonly PaymentEndDate: string
  readonly MarketEndDate: string | null
  /** The channels by which the bill can be paid. */
  readonly Channels: readonly string[]
  readonly AllowPartial: boolean
  readonly AllowOverdue: boolean
  readonly agreement: SlipAgreement
  readonly marketItem: (MarketItem & { readonly PayPeriodType: PayPeriodType }) | null
}

/** The data of a bill's agreement that the bank and the channels have. */
interface SlipAgreement {
  readonly rule: AccountRule
  /** Payments by other channels are exceptions. */
  readonly Channels: readonly string[]
  readonly CvsThirdSegmentDate: Segment3Date | null
  readonly CvsAccountPadding: AccountPadding | null
  readonly UseWhiteList: boolean
  readonly RealAccount: string
  readonly PostGiroAccount: string | null
}

/** Returns the unpaid amount; for a paid bill, the amount on the slip that the payer still has. */
export const slipAmount = ({ ShouldPayAmount, PaidAmount }: PayerSlip): number =>
  PaidAmount < ShouldPayAmount ? ShouldPayAmount - PaidAmount : ShouldPayAmount

/**
 * Returns the barcodes for stores that were printed on the first day of the payment period, and the amount that a store
 * collects; null if none were printed.
 */
export const storeCollection = (slip: PayerSlip): { readonly barcodes: Barcodes; readonly amount: number } | null => {
  const collection = marketCollection(barcodeDataOf(slip), slip.marketItem, slip.PaymentStartDate)
  return 'barcodes' in collection ? collection : null
}

/**
 * Returns the barcodes for the post office that were printed on the first day of the payment period; null if none were
 * printed.
 */
export const postOfficeBarcodes = (slip: PayerSlip): Barcodes | null =>
  postCollection(barcodeDataOf(slip), slip.agreement.PostGiroAccount, slip.PaymentStartDate)

const barcodeDataOf = (slip: PayerSlip): BarcodeData => ({
  amount: slipAmount(slip),
  currency: 'TWD',
  account: slip.VACAccount,
  dueDate: slip.PaymentEndDate,
  marketEndDate: slip.MarketEndDate,
  channels: slip.Channels,
  segment3Date: slip.agreement.CvsThirdSegmentDate ?? 'MMDD',
  padding: slip.agreement.CvsAccountPadding ?? 'Left',
})

/** Returns whether a channel is a store. */
export const isStore = (channel: string): boolean => storeChannels.includes(channel)

/** Returns whether a channel is the post office. */
export const isPostOffice = (channel: string): boolean => channel === '05' || channel === 'A1'

/** Returns whether a bill can be paid on a day: it is active and unpaid, and its deadline has not passed. */
export const isPayableOnTime = (slip: PayerSlip, day: string): boolean =>
  slip.BillState === 'Active' && isUnpaid(slip) && !isLate(slip, day)

/** Returns whether a bill is not fully paid. */
export const isUnpaid = ({ PaidAmount, ShouldPayAmount }: PayerSlip): boolean => PaidAmount < ShouldPayAmount

/** Returns whether a payment on that day would be after the deadline. */
export const isLate = ({ PaymentEndDate }: PayerSlip, day: string): boolean => PaymentEndDate < day
