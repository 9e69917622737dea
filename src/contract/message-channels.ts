/**
 * How messages reach a company user: one line per channel drives types, validation, limits, settings and the form. A new channel also needs
 * its shape of a letter (src/server/notices/letters.ts), its gateway and settings (src/server/node/notices.ts);
 * the compiler asks for each.
 */
export const messageChannels = {
  Email: { name: '電子郵件', choice: '電子郵件', address: '電子郵件', contact: 'email', counter: 'mailbox', perDay: 20, setting: null },
  SMS: { name: '簡訊', choice: '手機簡訊', address: '行動電話', contact: 'mobile', counter: 'sms number', perDay: 10, setting: 'sms' },
} as const satisfies Readonly<Record<string, ChannelFacts>>

interface ChannelFacts {
  /** What its messages are called. */
  readonly name: string
  /** What the form calls it. */
  readonly choice: string
  /** What a person registered to be reached by it. */
  readonly address: string
  /** Field of the user that holds that address. */
  readonly contact: 'email' | 'mobile'
  /** Name under which the messages to one address are counted; a change of it resets the counts. */
  readonly counter: string
  /** Most one-time passwords to one address in a day. */
  readonly perDay: number
  /** The setting that says whether this portal has it; null = every portal has it. */
  readonly setting: string | null
}

/** One of {@link messageChannels}; any other is refused with 2002. */
export type MessageChannel = keyof typeof messageChannels

/** Their codes, in the order of the form. */
export const channelCodes: readonly MessageChannel[] = Object.keys(messageChannels).filter(isMessageChannel)

/** Returns whether a word names a channel. */
export function isMessageChannel(word: unknown): word is MessageChannel {
  return typeof word === 'string' && Object.hasOwn(messageChannels, word)
}

/** Which of the optional channels a portal offers, by setting. */
export type ChannelSettings = { readonly [Name in Exclude<(typeof messageChannels)[MessageChannel]['setting'], null>]: boolean }

/** Returns the settings of the optional channels; `has` says which of them are offered. */
export const channelSettings = (has: (channel: MessageChannel) => boolean): ChannelSettings => ({ sms: has('SMS') })

/** Returns the channels of a portal with these settings; an absent setting means yes. */
export const offeredChannels = (settings: Partial<ChannelSettings>): readonly MessageChannel[] =>
  channelCodes.filter((code) => {
    const { setting } = messageChannels[code]
    return setting === null || settings[setting] !== false
  })
