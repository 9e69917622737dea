import { enumText } from '../../domain/enums'

/** When payments become visible, by channel: that depends on when the channel reports them. */
const delays = [
  { channels: ['06', '08', '15', '16', '17'], when: '繳款後約 30 分鐘' },
  { channels: ['00', 'A2'], when: '當日' },
  { channels: ['01', '02', '03', '04', '12', '14'], when: '繳款後 1 至 2 個營業日' },
  { channels: ['05', '10', 'A1'], when: '繳款後 2 至 3 個營業日' },
  { channels: ['07', '09'], when: '扣款日的次一營業日' },
  { channels: ['A0'], when: '委託單位登錄收款後' },
] as const

/** Returns when a payment through this channel is visible here; empty for an unknown channel. */
export const visibilityDelay = (channel: string): string => delays.find(({ channels }) => channels.some((code) => code === channel))?.when ?? ''

/** The texts of all channels with the time when their payments become visible. */
export const channelTimes: readonly { readonly channels: string; readonly when: string }[] = delays.map(({ channels, when }) => ({
  channels: channels.map((code) => enumText('Channel', code)).join('、'),
  when,
}))
