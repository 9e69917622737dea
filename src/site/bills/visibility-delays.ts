import { enumText } from '../../domain/enums'

/**
 * The time until a payment becomes visible in the portal, for each code of the enum `Channel` in src/domain/enums.ts.
 */
const delays = [
  { channels: ['06', '08', '15', '16', '17'], delay: '即時，最遲次一營業日' },
  { channels: ['00', 'A2'], delay: '當日' },
  { channels: ['01', '02', '03', '04', '12', '14'], delay: '繳款後 1 至 2 個營業日' },
  { channels: ['05', '10', 'A1'], delay: '繳款後 2 至 3 個營業日' },
  { channels: ['07', '09'], delay: '扣款日的次一營業日' },
  { channels: ['A0'], delay: '委託單位登錄收款後' },
] as const

/** Returns when a payment through this channel becomes visible in the portal; empty for an unknown channel. */
export const visibilityDelay = (channel: string): string =>
  delays.find(({ channels }) => channels.some((code) => code === channel))?.delay ?? ''

/** The names of the channels, grouped by the time until their payments become visible. */
export const channelsByDelay: readonly { readonly channelNames: string; readonly delay: string }[] = delays.map(
  ({ channels, delay }) => ({
    channelNames: channels.map((code) => enumText('Channel', code)).join('、'),
    delay,
  }),
)
