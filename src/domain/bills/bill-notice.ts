import { messageChannels, type NoticeChannel } from '../message-channels'
import { type BillFacts, closedReason } from './bill'

/** Returns the name of the notices of a channel. */
export const noticeName = (channel: NoticeChannel): string => `${messageChannels[channel].name}通知`

/** The facts that decide whether the payer of a bill may be notified. */
export interface NoticeFacts extends Omit<BillFacts, 'PaymentEndDate'> {
  /** The e-mail address or mobile number of the bill. */
  readonly address: string | null
  /** Whether the term of the bill is a draft, so that payers cannot see the bill yet. */
  readonly isDraft: boolean
  /** Whether the account of the bill was released, so that another bill may use it now. */
  readonly isAccountReleased: boolean
  /** Whether the record of the payer says that they do not want to be notified. */
  readonly hasDeclinedNotices: boolean
  /** Whether the owner of the address has unsubscribed from the notices of the company. */
  readonly isUnsubscribed: boolean
}

/** The latest notice of a bill by one channel. */
export interface LatestNotice {
  /** The day in Taipei on which the mail server or gateway accepted the notice; null if it was not sent. */
  readonly sentOn: string | null
  /**
   * Whether the bill has an unsent notice by this channel: one that is waiting to be sent, or to be sent again after a
   * failure.
   */
  readonly hasUnsentNotice: boolean
}

/**
 * Returns a sentence that says why the payer of a bill cannot be notified by this channel; null if they can be
 * notified.
 */
export const noticeRefusal = (bill: NoticeFacts, channel: NoticeChannel): string | null => {
  const reason = closedReason(bill)
  if (reason !== null) return { void: '帳單已作廢。', paid: '帳單已繳清。' }[reason]
  if (bill.isDraft) return '代收期別尚未開放，開放後才能通知繳款人。'
  if (bill.isAccountReleased) return '代收期別已結案，虛擬帳號已釋出，不能再用來繳款。'
  if (bill.hasDeclinedNotices) return '繳款人的通知方式為「不通知」。'
  if (bill.isUnsubscribed) return '收件人已退訂貴公司的電子郵件通知，請改以其他方式交付繳款單。'
  return addressRefusal(bill.address ?? '', channel)
}

/**
 * Returns a sentence that says why another notice of a bill cannot be requested today; null if it can.
 * The payer is notified at most once a day by each channel.
 */
export const repeatRefusal = (
  { sentOn, hasUnsentNotice }: LatestNotice,
  channel: NoticeChannel,
  today: string,
): string | null => {
  if (hasUnsentNotice) return `前次的${noticeName(channel)}還在寄送中，請待其結束。`
  return sentOn === today ? `今天已寄送過${noticeName(channel)}，同一張帳單每天最多一次。` : null
}

const addressRefusal = (address: string, channel: NoticeChannel): string | null => {
  const { addressLabel, isValid } = messageChannels[channel]
  if (address === '') return `帳單沒有${addressLabel}，請先修改帳單補上。`
  if (address.includes('*')) return `帳單的${addressLabel}是遮蔽過的內容，請先修改帳單，填入完整的${addressLabel}。`
  return isValid(address) ? null : `帳單的${addressLabel}格式不正確，請先修改帳單。`
}
