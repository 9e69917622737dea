import { maxAmount } from '../../../domain/bills/bill-upload'
import { enums } from '../../../domain/enums'
import { formerSecretDays, maxPayerRemark } from '../../../domain/payments/bank-credit'
import type { CallsOf } from '../call'
import { dateTime, day, exactObject, flag, integer, nullValue, oneOf, orNull, partialObject, text } from '../json'

/** Body of a push to a company's system: a credit or its reversal, which was reported when it happened. */
export const creditPush = exactObject({
  NotifyId: integer('通知編號；重送時相同，請據以避免重複入帳', { minimum: 1 }),
  ApplyCode: text('委託單位代號'),
  TradeDate: day('交易日期'),
  TradeTime: text('交易時間，HHmmss'),
  AccountDate: day('帳務日期'),
  TxnSeq: text('交易序號'),
  VACAccount: text('虛擬帳號（銷帳編號）'),
  ChannelId: oneOf('繳款通路', Object.keys(enums.Channel)),
  CurrencyType: oneOf('幣別', Object.keys(enums.Currency)),
  AmountSign: oneOf('正負號；Minus 為沖正', Object.keys(enums.AmountSign)),
  Amount: integer('交易金額，幣別最小單位的整數；沖正亦為正數', { minimum: 1, maximum: maxAmount }),
  PayBankCode: orNull(text('轉出行代碼')),
  PayAccountTail: orNull(text('轉出帳號末五碼')),
  PayerRemark: orNull(text('存繳人／附言', { maxLength: maxPayerRemark })),
})

/** OutData of Ext/ImmediateClientNotify/{SerialId}/GetDelivery. */
export const pushDelivery = exactObject({
  Url: orNull(text('系統介接的通知網址；其他通知方式為 null')),
  Body: orNull(text('送出的內容；依角色遮罩轉出帳號與附言；電子郵件與簡訊為訊息的文字')),
  NextTime: orNull(dateTime('下次重送的時間；不再重送者為 null')),
})

/** OutData of Ext/Agreement/{ApplyCode}/GetPushSecretState. */
export const pushSecretState = exactObject({
  SecretTime: orNull(dateTime('目前密鑰的產製時間；沒有密鑰者為 null')),
  CanSign: flag('目前的密鑰能否簽章；沒有密鑰，或系統更換主密鑰後須重新產製者為 false，通知不會送出'),
  FormerUntil: orNull(dateTime('舊密鑰同時簽章到什麼時候；沒有有效的舊密鑰者為 null')),
})

/** OutData of Ext/Agreement/{ApplyCode}/RotatePushSecret. */
export const rotatedPushSecret = exactObject({
  Secret: text('簽章密鑰，只顯示這一次'),
  FormerUntil: orNull(dateTime('舊密鑰同時簽章到什麼時候；沒有舊密鑰者為 null')),
})

/** The calls about pushes of credits to companies. */
export const pushCalls: CallsOf<'ImmediateClientNotify' | 'Agreement'> = {
  'ImmediateClientNotify.GetDelivery': { title: '查詢即時入帳通知送出的內容', data: pushDelivery },
  'Agreement.GetPushSecretState': {
    title: '查詢代收約定的即時入帳簽章密鑰狀態',
    text: '限銀行作業人員。密鑰本身無法查詢。',
    data: pushSecretState,
  },
  'Agreement.RotatePushSecret': {
    title: '產製代收約定的即時入帳簽章密鑰',
    text: `限銀行作業人員。新密鑰即刻簽章，舊密鑰同時簽章 ${formerSecretDays} 日；再產製一次時，更早的密鑰即刻失效。`,
    body: partialObject(
      { SecretTime: orNull(dateTime('讀取時目前密鑰的產製時間；密鑰已更換時回覆 2009，不填則不比對')) },
      ['SecretTime'],
    ),
    data: rotatedPushSecret,
  },
  'Agreement.EndFormerPushSecret': {
    title: '提早結束代收約定的舊簽章密鑰',
    text: '限銀行作業人員。沒有舊密鑰時無異動。',
    data: nullValue,
  },
}
