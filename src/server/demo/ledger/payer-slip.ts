import type { StoredBill } from '../bills'
import { demoChannels, demoGiroAccount, realAccountOf } from '../companies'
import { marketItems } from '../references'
import { type ChannelPayment, channelPayment, type PaymentContext } from '../simulation/payment'
import { isStore, type PayerSlip, storeCollection } from '../simulation/slip'

/** Returns what the payer and the channels know of a bill before it is first paid. */
export const payerSlip = ({ serialId, account, amount, pattern, agreement, term }: StoredBill): PayerSlip => {
  const { applyCode, checkType, scheme, vacLength, usesWhiteList = false } = agreement
  return {
    SerialId: serialId,
    VACAccount: account,
    ShouldPayAmount: amount,
    PaidAmount: 0,
    BillState: pattern === 'void' ? 'Void' : 'Active',
    PaymentStartDate: term.start,
    PaymentEndDate: term.end,
    MarketEndDate: null,
    Channels: demoChannels,
    AllowPartial: term.collection.allowPartial,
    AllowOverdue: false,
    agreement: {
      rule: { applyCode, checkType, scheme, length: vacLength },
      Channels: demoChannels,
      CvsThirdSegmentDate: null,
      CvsAccountPadding: null,
      UseWhiteList: usesWhiteList,
      RealAccount: realAccountOf(agreement),
      PostGiroAccount: demoGiroAccount,
    },
    marketItem: marketItems.find(({ MarketItemCode }) => MarketItemCode === term.collection.marketItem) ?? null,
  }
}

/**
 * Returns a payment of any amount, even more than is owed, by a slip that was printed for this amount: the barcodes of
 * stores and the post office contain the amount.
 * A store collects more if the payer bears its fee, because its barcode then contains the fee too.
 */
export const paymentBySlip = (
  unpaidSlip: PayerSlip,
  { channel, amount }: { readonly channel: string; readonly amount: number },
  context: PaymentContext,
): ChannelPayment => {
  // Makes `amount` the unpaid amount of the slip. If it is more than the bill's amount, PaidAmount is negative.
  const slip = { ...unpaidSlip, PaidAmount: unpaidSlip.ShouldPayAmount - amount }
  return channelPayment(
    slip,
    { channel, amount: isStore(channel) ? (storeCollection(slip)?.amount ?? amount) : amount },
    context,
  )
}

/** Returns what the payer and the channels know of a bill after its regular payments, if there are any. */
export const paidSlip = (bill: StoredBill): PayerSlip => ({
  ...payerSlip(bill),
  PaidAmount: bill.payments.reduce((sum, { amount }) => sum + amount, 0),
})
