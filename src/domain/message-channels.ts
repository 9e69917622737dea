import type { PersonalData } from './access/mask'
import { isMobile, normalizeMobile } from './identifiers/contact'

/**
 * The channels through which messages leave the portal, each with the purposes that it serves.
 * Types, calls, columns, texts, limits, settings, logs and screens are derived from this table.
 * A new channel also needs its gateway (src/server/node/message-gateways.ts), and one for notices of bills its call
 * (src/contract/extensions.ts) and its fields and action (schemas/bills.json); the compiler or a test reports missing
 * parts.
 */
export const messageChannels = {
  Email: {
    name: '電子郵件',
    addressLabel: '電子郵件',
    contact: 'email',
    form: 'email',
    gateway: '郵件伺服器',
    setting: null,
    isValid: (address) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address),
    normalize: (address) => address,
    oneTimePassword: { optionLabel: '電子郵件', counter: 'mailbox', perDay: 20 },
    billNotice: {
      action: 'MailNotice',
      call: 'SendMailNotice',
      address: { field: 'Email', column: 'email' },
      timeColumn: 'mail_notice_time',
      identifiedBy: { field: 'Mobile', column: 'mobile' },
    },
  },
  SMS: {
    name: '簡訊',
    addressLabel: '行動電話',
    contact: 'mobile',
    form: 'text',
    gateway: '簡訊業者',
    setting: 'sms',
    isValid: isMobile,
    normalize: normalizeMobile,
    oneTimePassword: { optionLabel: '手機簡訊', counter: 'sms number', perDay: 10 },
    billNotice: {
      action: 'TextNotice',
      // MOTP is the specification's word for a notice by SMS.
      call: 'SendMOTPNotice',
      address: { field: 'Mobile', column: 'mobile' },
      timeColumn: 'sms_notice_time',
      identifiedBy: { field: 'PayerId', column: 'payer_id' },
    },
  },
} as const satisfies Readonly<Record<string, ChannelDefinition>>

interface ChannelDefinition extends Purposes {
  /** What a message through this channel is called, such as 簡訊. */
  readonly name: string
  /** Label of the address to which messages are sent. */
  readonly addressLabel: string
  /** The kind of address, which decides how addresses are masked. */
  readonly contact: PersonalData
  /**
   * How messages are composed: an e-mail has a subject, paragraphs, attachments and a link to unsubscribe, a text is
   * one short paragraph.
   */
  readonly form: 'email' | 'text'
  /** Name of the system that sends the messages. */
  readonly gateway: string
  /** Name of the setting that enables the channel; null = always enabled. */
  readonly setting: string | null
  /** Checks whether a message can be sent to the address. */
  isValid(address: string): boolean
  /** Returns the address in the format that the gateway expects. */
  normalize(address: string): string
}

/** What a channel can be used for. */
interface Purposes {
  /** One-time passwords of company users. The address is the column of the user that `contact` names. */
  readonly oneTimePassword?: {
    /** Label of the option in the form. */
    readonly optionLabel: string
    /** Key under which the messages to one address are counted; changing it resets the counts. */
    readonly counter: string
    /** Maximum number of one-time passwords sent to one address in a day. */
    readonly perDay: number
  }
  /** Notices of bills to their payers. The server's queries accept only columns of the table of bills. */
  readonly billNotice?: {
    /** The action in schemas/bills.json. */
    readonly action: string
    /** The call of the controller Bills that requests notices. */
    readonly call: string
    /** The address of a bill. */
    readonly address: FieldWithColumn
    /** The column of a bill that contains the time of its latest notice by this channel. */
    readonly timeColumn: string
    /**
     * What a payer who opens the link may enter instead of the ID number.
     * The notice must not reveal its value: the slip in an e-mail shows the payer id, and a text message arrives at the
     * mobile number.
     */
    readonly identifiedBy: FieldWithColumn
  }
}

/** A field of bills, and its column in the database. */
interface FieldWithColumn {
  readonly field: string
  readonly column: string
}

/** A code of {@link messageChannels}. */
export type MessageChannel = keyof typeof messageChannels

/** The channels that serve a purpose. */
type ChannelFor<Purpose extends keyof Purposes> = {
  [Channel in MessageChannel]: (typeof messageChannels)[Channel] extends Required<Pick<Purposes, Purpose>>
    ? Channel
    : never
}[MessageChannel]

/** A channel for one-time passwords; calls refuse other values with 2002. */
export type OtpChannel = ChannelFor<'oneTimePassword'>

/** A channel by which payers are notified of bills. */
export type NoticeChannel = ChannelFor<'billNotice'>

/** The codes of all channels. */
export const channelCodes: readonly MessageChannel[] = Object.keys(messageChannels).filter(isMessageChannel)

/** The codes of the channels for one-time passwords, in the order in which the form offers them. */
export const otpChannelCodes: readonly OtpChannel[] = channelCodes.filter(isOtpChannel)

/** The codes of the channels for notices of bills. */
export const noticeChannelCodes: readonly NoticeChannel[] = channelCodes.filter(isNoticeChannel)

/** Checks whether a value is the code of a channel for one-time passwords. */
export function isOtpChannel(value: unknown): value is OtpChannel {
  return isMessageChannel(value) && 'oneTimePassword' in messageChannels[value]
}

/** Checks whether a value is the code of a channel for notices of bills. */
export function isNoticeChannel(value: unknown): value is NoticeChannel {
  return isMessageChannel(value) && 'billNotice' in messageChannels[value]
}

function isMessageChannel(value: unknown): value is MessageChannel {
  return typeof value === 'string' && Object.hasOwn(messageChannels, value)
}

/** Returns whether messages of a channel are e-mails. */
export const isEmailChannel = (channel: MessageChannel): boolean => messageChannels[channel].form === 'email'

/** The id of a call that requests notices of bills, such as `Bills.SendMailNotice`. */
export type NoticeCallId = ReturnType<typeof noticeCallId>

/** Returns the id of the call that requests notices of bills by a channel. */
export const noticeCallId = (channel: NoticeChannel) => `Bills.${messageChannels[channel].billNotice.call}` as const
