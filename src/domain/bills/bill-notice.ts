import { isMobile } from '../identifiers/contact'
import { type BillFacts, closedReason } from './bill'

/** How a payer is notified of a bill. */
export type NoticeChannel = 'Email' | 'SMS'

/** The facts that decide whether the payer of a bill may be notified. */
export interface NoticeFacts extends Omit<BillFacts, 'PaymentEndDate'> {
  /** The e-mail address or mobile number of the bill. */
  readonly address: string | null
  /** The term of the bill is a draft, so payers cannot see the bill yet. */
  readonly isDraft: boolean
  /** The account of the bill was released, so another bill may use it now. */
  readonly isReleased: boolean
  /** The record of the payer says that they do not want to be notified. */
  readonly hasDeclinedNotices: boolean
  /** The owner of the address has unsubscribed from the notices of the company. */
  readonly isUnsubscribed: boolean
}

/** The latest notice of a bill by one channel. */
export interface LatestNotice {
  /** The day, in Taipei, on which the mail server or gateway accepted it. */
  readonly sentOn: string | null
  /** It is still waiting to be sent, or to be sent again. */
  readonly isUnderWay: boolean
}

/** Returns why the payer of a bill cannot be notified by this channel, as a sentence; null if they can be notified. */
export const noticeRefusal = (bill: NoticeFacts, channel: NoticeChannel): string | null => {
  const reason = closedReason(bill)
  if (reason !== null) return { void: '帳單已作廢。', paid: '帳單已繳清。' }[reason]
  if (bill.isDraft) return '代收期別尚未開放，開放後才能通知繳款人。'
  if (bill.isReleased) return '代收期別已結案，虛擬帳號已釋出，不能再用來繳款。'
  if (bill.hasDeclinedNotices) return '繳款人的通知方式為「不通知」。'
  if (bill.isUnsubscribed) return '收件人已退訂貴公司的電子郵件通知，請改以其他方式交付繳款單。'
  return addressRefusal(bill.address ?? '', channel)
}

/** Returns why a notice cannot be requested today, as a sentence: a bill is notified at most once a day by each channel. */
export const repeatRefusal = ({ sentOn, isUnderWay }: LatestNotice, channel: NoticeChannel, today: string): string | null => {
  if (isUnderWay) return `前次的${noticeNames[channel]}還在寄送中，請待其結束。`
  return sentOn === today ? `今天已寄送過${noticeNames[channel]}，同一張帳單每天最多一次。` : null
}

/** The names of notices by channel. */
export const noticeNames = { Email: '電子郵件通知', SMS: '簡訊通知' } as const satisfies Record<NoticeChannel, string>

const addressRefusal = (address: string, channel: NoticeChannel): string | null => {
  const label = channel === 'Email' ? '電子郵件' : '行動電話'
  if (address === '') return `帳單沒有${label}，請先修改帳單補上。`
  if (address.includes('*')) return `帳單的${label}是遮蔽過的內容，請先修改帳單，填入完整的${label}。`
  const isValid = channel === 'Email' ? /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) : isMobile(address)
  return isValid ? null : `帳單的${label}格式不正確，請先修改帳單。`
}
