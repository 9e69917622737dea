import type { Holidays } from '../../../domain/dates/business-days'
import { lineFee } from '../../../domain/payments/channel-fee'
import { expectedRemitDate } from '../../../domain/payments/remit-date'
import type { ReportedLine } from '../../payments/book-lines'
import { fileName } from '../simulation/bank-files'
import { storeNoOf } from '../simulation/bank-line'
import type { ChannelPayment } from '../simulation/payment'
import { isPostOffice, isStore, storeCollection } from '../simulation/slip'

/** Returns a payment as the portal reads it from the file of its channel. */
export const reportedLine = (payment: ChannelPayment, holidays: Holidays): ReportedLine => {
  const { slip, channel, account, amount, sign, at, seq, reportedOn } = payment
  const item = isStore(channel) ? slip.marketItem : null
  const [Barcode1 = null, Barcode2 = null, Barcode3 = null] =
    (isStore(channel) ? storeCollection(slip)?.barcodes : undefined) ?? []
  return {
    ChannelId: channel,
    MarketItemCode: item?.MarketItemCode ?? null,
    StoreNo: isStore(channel) || isPostOffice(channel) ? storeNoOf(payment) : null,
    TradeDate: at.slice(0, 10),
    TradeTime: at.slice(11, 19).replaceAll(':', ''),
    TransDate: reportedOn,
    AccountDate: reportedOn,
    ExpectRemitDate: expectedRemitDate({ ChannelId: channel, TransDate: reportedOn }, item, holidays),
    TxnSeq: seq,
    VACAccount: account,
    CurrencyType: 'TWD',
    AmountSign: sign,
    Amount: amount,
    ...lineFee({ ChannelId: channel, Amount: amount }, item),
    Barcode1,
    Barcode2,
    Barcode3,
    SourceFile: fileName(payment),
    BankFileSerialId: null,
    LineNo: null,
  }
}
