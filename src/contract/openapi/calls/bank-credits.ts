import { maxAmount } from '../../../domain/bills/bill-upload'
import { enums } from '../../../domain/enums'
import { creditChannels, creditPatterns, maxPayerRemark } from '../../../domain/payments/bank-credit'
import { type Described, day, exactObject, integer, oneOf, orNull, partialObject, text } from '../json'

const patternText = (description: string, { source }: RegExp): Described<string> =>
  text(description, { pattern: source })

/** Body of Ext/BankCredits: a payment or a reversal, which the bank's system reports when it happens. */
export const bankCredit = partialObject(
  {
    TradeDate: day('交易日期，60 日內且不晚於今天'),
    TradeTime: patternText('交易時間，HHmmss', creditPatterns.TradeTime),
    AccountDate: day('帳務日期，今天的前後 60 日內'),
    TxnSeq: patternText(
      '交易序號，1 至 20 個半形字元；同一通路的同一交易日不重複；不足 6 位的數字前補零至 6 位',
      creditPatterns.TxnSeq,
    ),
    VACAccount: patternText('虛擬帳號（銷帳編號），最多 16 位數字，可前補零', creditPatterns.VACAccount),
    ChannelId: oneOf('繳款通路', creditChannels),
    CurrencyType: oneOf('幣別', Object.keys(enums.Currency)),
    AmountSign: oneOf('正負號；Minus 為沖正', Object.keys(enums.AmountSign)),
    Amount: integer('交易金額，幣別最小單位的整數；沖正亦為正數', { minimum: 1, maximum: maxAmount }),
    PayBankCode: patternText('轉出行代碼', creditPatterns.PayBankCode),
    PayAccountTail: patternText('轉出帳號末五碼', creditPatterns.PayAccountTail),
    PayerRemark: text('存繳人／附言', { maxLength: maxPayerRemark }),
  },
  ['PayBankCode', 'PayAccountTail', 'PayerRemark'],
)

/** OutData of Ext/BankCredits: the line that the portal has created from the credit, and its write-off. */
export const bankCreditResult = exactObject({
  SerialId: integer('資訊流序號'),
  WriteOffStatus: oneOf('銷帳狀態', Object.keys(enums.WriteOffStatus)),
  ExceptionType: orNull(oneOf('例外原因；僅例外才有', Object.keys(enums.ExceptionType))),
})
