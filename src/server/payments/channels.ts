import type { EnumCode } from '../../domain/enums'
import type { Layout } from '../../schema/layouts/layout'
import { type BankFileLine, BankFileRefusal, positionText } from './files/bank-file'

/** The code of a channel. */
export type Channel = EnumCode<'Channel'>

/** A layout of files with payments. */
export type PaymentLayout = 'store' | 'bank' | 'post'

/** The channels of stores and farmers' associations, by the agency code in their files. */
const channelsOfAgencies: Readonly<Record<string, Channel>> = {
  '7111111': '01',
  TFM: '02',
  OKM: '03',
  OKCVS: '03',
  HILIFE: '04',
  AGRI: '12',
  SIM: '14',
}

/** The channels whose payments the bank itself receives and reports. */
const bankChannels: readonly string[] = [
  '00',
  '06',
  '07',
  '08',
  '09',
  '10',
  '15',
  '16',
  '17',
  'A2',
] satisfies readonly Channel[]

/**
 * The trade codes of payments on the website of the post office.
 * All other trade codes are payments at the counters of the post office.
 */
const onlineTradeCodes: readonly string[] = ['A421', '057W']

interface ChannelRule {
  readonly field: string
  /** Returns the channel; undefined for an unknown code. */
  readonly channelOf: (code: string) => string | undefined
  readonly knownCodes: readonly string[]
}

const rules: Readonly<Record<PaymentLayout, ChannelRule>> = {
  store: {
    field: 'AgencyCode',
    channelOf: (code) => channelsOfAgencies[code],
    knownCodes: Object.keys(channelsOfAgencies),
  },
  bank: {
    field: 'ChannelId',
    channelOf: (code) => bankChannels.find((channel) => channel === code),
    knownCodes: bankChannels,
  },
  post: { field: 'TradeCode', channelOf: (code) => (onlineTradeCodes.includes(code) ? 'A1' : '05'), knownCodes: [] },
}

/**
 * Returns the channel of a line in a file with this layout.
 * Throws a refusal for a code that the portal does not know.
 */
export const channelOfLine = (
  { kind, lineNo, values }: BankFileLine,
  layoutName: PaymentLayout,
  layout: Layout,
): string => {
  const { field, channelOf, knownCodes } = rules[layoutName]
  const code = String(values[field])
  const channel = channelOf(code)
  if (channel !== undefined) return channel
  const { offset = 1, label = '' } = layout.details[kind]?.fields[field] ?? {}
  const message = `${positionText(lineNo, offset, label)}是「${code}」，不是已知的代碼（${knownCodes.join('、')}）。請通路更正後重新傳送檔案；新的通路請洽系統管理人員設定。`
  throw new BankFileRefusal(message, lineNo, offset)
}
