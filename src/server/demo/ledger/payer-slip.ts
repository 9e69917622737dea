import type { StoredBill } from '../bills'
import { demoChannels, demoGiroAccount, realAccountOf } from '../companies'
import { marketItems } from '../references'
import { type ChannelPayment, channelPayment, type PaymentContext } from '../simulation/payment'
import { isStore, type PayerSlip, storeSlip } from '../simulation/slip'

/** Returns a bill as its payer and the channels know it before anything is paid. */
export const payerSlip = ({ serialId, account, amount, pattern, agreement, term }: StoredBill): PayerSlip => {
  const { applyCode, checkType, scheme, vacLength, whiteList = false } = agreement
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
      UseWhiteList: whiteList,
      RealAccount: realAccountOf(agreement),
      PostGiroAccount: demoGiroAccount,
    },
    marketItem: marketItems.find(({ MarketItemCode }) => MarketItemCode === term.collection.marketItem) ?? null,
  }
}

/** Returns the payment of a part of a bill: the slip of a store or of the post office was printed for this part. */
export const partialPayment = (
  bill: PayerSlip,
  { channel, amount }: { readonly channel: string; readonly amount: number },
  context: PaymentContext,
): ChannelPayment => {
  const slip = { ...bill, PaidAmount: bill.ShouldPayAmount - amount }
  return channelPayment(slip, { channel, amount: isStore(channel) ? (storeSlip(slip)?.amount ?? amount) : amount }, context)
}

/** Returns a bill as its payer knows it after all its payments. */
export const paidSlip = (bill: StoredBill): PayerSlip => ({ ...payerSlip(bill), PaidAmount: bill.payments.reduce((sum, { amount }) => sum + amount, 0) })
