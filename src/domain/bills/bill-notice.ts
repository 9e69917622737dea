import { isMobile, normalizeMobile } from '../identifiers/contact'
import { type BillFacts, closedReason } from './bill'

/**
 * The channels for notices of bills.
 * Types, columns, texts, limits and screens are derived from this table.
 * A new channel also needs its call (named by `call`) in the contract, and an entry in `messageChannels`
 * (src/contract/message-channels.ts) like every channel for messages.
 */
export const noticeChannels = {
  Email: {
    name: '電子郵件',
    addressLabel: '電子郵件',
    addressField: 'Email',
    timeField: 'MailNoticeTime',
    identifiedBy: 'Mobile',
    call: 'SendMailNotice',
    gateway: '郵件伺服器',
    isEmail: true,
    contact: 'email',
    isValid: (address) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address),
    normalize: (address) => address,
  },
  SMS: {
    name: '簡訊',
    addressLabel: '行動電話',
    addressField: 'Mobile',
    timeField: 'SmsNoticeTime',
    identifiedBy: 'PayerId',
    call: 'SendMOTPNotice',
    gateway: '簡訊業者',
    isEmail: false,
    contact: 'mobile',
    isValid: isMobile,
    normalize: normalizeMobile,
  },
} as const satisfies Readonly<Record<string, NoticeChannelFacts>>

interface NoticeChannelFacts {
  /** Name of a message, such as 簡訊. */
  readonly name: string
  /** Label of the address to which messages are sent. */
  readonly addressLabel: string
  /** The field of a bill that contains this address. */
  readonly addressField: string
  /** The field of a bill that contains the time of its latest notice by this channel. */
  readonly timeField: string
  /**
   * The field that a payer who opens the link may enter instead of the ID number.
   * The notice must not reveal its value: the slip in an e-mail shows the payer id, and a text message arrives at the
   * mobile number.
   */
  readonly identifiedBy: string
  /** The call of the controller Bills that requests notices. */
  readonly call: string
  /** Name of the system that sends the messages. */
  readonly gateway: string
  /**
   * Whether a message is an e-mail, with a subject, paragraphs, the slip and a link to unsubscribe.
   * If not, it is one short text.
   */
  readonly isEmail: boolean
  /** The kind of address, which decides how addresses are masked. */
  readonly contact: 'email' | 'mobile'
  /** Checks whether a message can be sent to the address. */
  isValid(address: string): boolean
  /** Returns the address in the format that the gateway expects. */
  normalize(address: string): string
}

/** A channel by which payers are notified of bills. */
export type NoticeChannel = keyof typeof noticeChannels

/** The codes of the channels. */
export const noticeChannelCodes: readonly NoticeChannel[] = Object.keys(noticeChannels).filter(isNoticeChannel)

/** Checks whether a value is the code of a channel. */
export function isNoticeChannel(value: unknown): value is NoticeChannel {
  return typeof value === 'string' && Object.hasOwn(noticeChannels, value)
}

/** Returns the name of the notices of a channel. */
export const noticeName = (channel: NoticeChannel): string => `${noticeChannels[channel].name}通知`

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
  const { addressLabel, isValid } = noticeChannels[channel]
  if (address === '') return `帳單沒有${addressLabel}，請先修改帳單補上。`
  if (address.includes('*')) return `帳單的${addressLabel}是遮蔽過的內容，請先修改帳單，填入完整的${addressLabel}。`
  return isValid(address) ? null : `帳單的${addressLabel}格式不正確，請先修改帳單。`
}
