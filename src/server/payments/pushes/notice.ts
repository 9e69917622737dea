import { sql } from 'kysely'
import type { CreditPush } from '../../../contract/call-responses'
import { enumText } from '../../../domain/enums'
import { formatMoney } from '../../../domain/money/money'
import { maskedAccount } from '../../access/masks'
import type { MessageContent } from '../../notices/messages'
import type { Db } from '../../ports'

/** A notice of a credit, with what is needed to send it. */
export interface PushNotice extends CreditPush {
  readonly NotifyMethod: 'WebService' | 'Email' | 'SMS'
  readonly NotifyStatus: 'Pending' | 'Success' | 'Failed' | 'GiveUp'
  readonly ResendCount: number
  readonly AgreementName: string
  readonly NotifyUrl: string | null
  readonly Email: string | null
  readonly ContactMobile: string | null
}

/** Returns a notice with the current receivers of its agreement; undefined if it does not exist. */
export const findNotice = async (db: Db, serialId: number): Promise<PushNotice | undefined> => {
  const { rows } = await sql<PushNotice>`
    select
      n.serial_id as "NotifyId", n.apply_code as "ApplyCode", n.trade_date as "TradeDate", n.trade_time as "TradeTime", n.account_date as "AccountDate",
      n.txn_seq as "TxnSeq", n.vac_account as "VACAccount", n.channel_id as "ChannelId", n.currency_type as "CurrencyType", n.amount_sign as "AmountSign",
      n.amount as "Amount", n.pay_bank_code as "PayBankCode", n.pay_account_tail as "PayAccountTail", n.payer_remark as "PayerRemark",
      n.notify_method as "NotifyMethod", n.notify_status as "NotifyStatus", n.resend_count as "ResendCount",
      coalesce(a.agreement_name, '') as "AgreementName", a.notify_url as "NotifyUrl", c.email as "Email", c.contact_mobile as "ContactMobile"
    from immediate_client_notify n
    join agreement a on a.apply_code = n.apply_code
    join customer c on c.uniform_no = a.uniform_no
    where n.serial_id = ${serialId}`.execute(db)
  return rows[0]
}

/** Returns the body of a push. Repeated pushes of a notice have the same body. */
export const pushBody = (notice: PushNotice): CreditPush => ({
  NotifyId: notice.NotifyId,
  ApplyCode: notice.ApplyCode,
  TradeDate: notice.TradeDate,
  TradeTime: notice.TradeTime,
  AccountDate: notice.AccountDate,
  TxnSeq: notice.TxnSeq,
  VACAccount: notice.VACAccount,
  ChannelId: notice.ChannelId,
  CurrencyType: notice.CurrencyType,
  AmountSign: notice.AmountSign,
  Amount: notice.Amount,
  PayBankCode: notice.PayBankCode,
  PayAccountTail: notice.PayAccountTail,
  PayerRemark: notice.PayerRemark,
})

/** Returns the e-mail and the text message of a notice, which contain no personal data of the payer. */
export const pushMessage = (notice: PushNotice): MessageContent => {
  const { AgreementName, ApplyCode, TradeDate, TradeTime, CurrencyType, TxnSeq } = notice
  const kind = notice.AmountSign === 'Minus' ? '沖正' : '入帳'
  const time = `${TradeDate.replaceAll('-', '/')} ${TradeTime.slice(0, 2)}:${TradeTime.slice(2, 4)}`
  const amount = `${enumText('Currency', CurrencyType)} ${formatMoney(notice.Amount, CurrencyType)}`
  const account = maskedAccount(notice.VACAccount)
  return {
    subject: `即時${kind}通知：${AgreementName} ${amount}`,
    paragraphs: [
      `「${AgreementName}」（${ApplyCode}）於 ${time} ${kind} ${amount}。`,
      `虛擬帳號 ${account}，繳款通路${enumText('Channel', notice.ChannelId)}，交易序號 ${TxnSeq}。`,
      '詳細資料請登入代收繳費服務網，在「客戶即時入帳訊息查詢」查看。',
    ],
    smsText: `【代收繳費服務網】${AgreementName} ${time} ${kind} ${amount}，帳號 ${account}，序號 ${TxnSeq}。`,
  }
}
