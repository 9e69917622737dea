import { channelCodes, type MessageChannel, messageChannels } from '../domain/message-channels'

/** The settings of the optional channels: whether the portal offers each channel; an absent setting counts as true. */
export type ChannelSettings = {
  readonly [Name in Exclude<(typeof messageChannels)[MessageChannel]['setting'], null>]?: boolean
}

/** Returns the settings of the optional channels; `isOffered` decides each of them. */
export const channelSettings = (isOffered: (channel: MessageChannel) => boolean): ChannelSettings =>
  Object.fromEntries(
    channelCodes.flatMap((channel) => {
      const { setting } = messageChannels[channel]
      return setting === null ? [] : [[setting, isOffered(channel)]]
    }),
  )

/** Returns whether a portal with these settings offers a channel. */
export const isChannelOffered = (channel: MessageChannel, settings: ChannelSettings): boolean => {
  const { setting } = messageChannels[channel]
  return setting === null || settings[setting] !== false
}
