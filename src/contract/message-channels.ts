/**
 * The channels for messages to company users.
 * Types, validation, limits, settings and the form for requesting a one-time password are derived from this table.
 * A new channel also needs the layout of its messages (src/server/notices/messages.ts), a gateway and settings
 * (src/server/node/message-gateways.ts); the compiler reports missing parts.
 */
export const messageChannels = {
  Email: {
    name: '電子郵件',
    optionLabel: '電子郵件',
    addressLabel: '電子郵件',
    contact: 'email',
    counter: 'mailbox',
    codesPerDay: 20,
    setting: null,
  },
  SMS: {
    name: '簡訊',
    optionLabel: '手機簡訊',
    addressLabel: '行動電話',
    contact: 'mobile',
    counter: 'sms number',
    codesPerDay: 10,
    setting: 'sms',
  },
} as const satisfies Readonly<Record<string, ChannelDefinition>>

interface ChannelDefinition {
  /** What a message through this channel is called, such as 簡訊. */
  readonly name: string
  /** Label of the option in the form. */
  readonly optionLabel: string
  /** Label of the address to which messages are sent. */
  readonly addressLabel: string
  /** Field of the user that contains this address. */
  readonly contact: 'email' | 'mobile'
  /** Key under which the messages to one address are counted; changing it resets the counts. */
  readonly counter: string
  /** Maximum number of one-time passwords sent to one address in a day. */
  readonly codesPerDay: number
  /** Name of the setting that enables the channel; null = always enabled. */
  readonly setting: string | null
}

/** A code of {@link messageChannels}; calls refuse other values with 2002. */
export type MessageChannel = keyof typeof messageChannels

/** The codes of the channels, in the order in which the form offers them. */
export const channelCodes: readonly MessageChannel[] = Object.keys(messageChannels).filter(isMessageChannel)

/** Checks whether a value is the code of a channel. */
export function isMessageChannel(value: unknown): value is MessageChannel {
  return typeof value === 'string' && Object.hasOwn(messageChannels, value)
}

/** The settings of the optional channels: whether the portal offers each channel. */
export type ChannelSettings = {
  readonly [Name in Exclude<(typeof messageChannels)[MessageChannel]['setting'], null>]: boolean
}

/** Returns the settings of the optional channels; `isOffered` decides each of them. */
export const channelSettings = (isOffered: (channel: MessageChannel) => boolean): ChannelSettings => ({
  sms: isOffered('SMS'),
})

/** Returns the channels that a portal with these settings offers; an absent setting counts as true. */
export const offeredChannels = (settings: Partial<ChannelSettings>): readonly MessageChannel[] =>
  channelCodes.filter((code) => {
    const { setting } = messageChannels[code]
    return setting === null || settings[setting] !== false
  })
