import type { EnumCode } from '../../domain/enums'
import type { Layout } from '../../schema/layouts/layout'
import { type BankFileLine, BankFileRefusal, positionText } from './files/bank-file'

/** The code of a channel. */
export type Channel = EnumCode<'Channel'>

/** How the lines of a kind of file name their channel. */
export interface ChannelRule {
  readonly field: string
  /** Returns the channel; undefined for an unknown code. */
  readonly channelOf: (code: string) => string | undefined
  /** The codes that a refusal names. */
  readonly knownCodes: readonly string[]
}

/** Returns the channel of a line. Throws a refusal for a code that the portal does not know. */
export const channelOfLine = (
  { kind, lineNo, values }: BankFileLine,
  { field, channelOf, knownCodes }: ChannelRule,
  layout: Layout,
): string => {
  const code = String(values[field])
  const channel = channelOf(code)
  if (channel !== undefined) return channel
  const { offset = 1, label = '' } = layout.details[kind]?.fields[field] ?? {}
  const message = `${positionText(lineNo, offset, label)}是「${code}」，不是已知的代碼（${knownCodes.join('、')}）。請通路更正後重新傳送檔案；新的通路請洽系統管理人員設定。`
  throw new BankFileRefusal(message, lineNo, offset)
}
