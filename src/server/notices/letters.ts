import type { MessageChannel } from '../../contract/message-channels'

/** What a message says, before it is an e-mail or an SMS. */
export interface Letter {
  readonly subject: string
  /** One paragraph each; an SMS takes `short` instead. */
  readonly paragraphs: readonly string[]
  /** Set apart from the text, such as a one-time password. */
  readonly code?: string
  readonly short: string
}

/** The letter as an e-mail: plain text and HTML say the same. */
export const asEmail = (to: string, letter: Letter) =>
  ({ channel: 'Email', to, subject: letter.subject, text: [...withCode(letter), footer].join('\n\n'), html: htmlOf(letter) }) as const

/** The letter as a text message. */
const asSms = (to: string, { short }: Letter) => ({ channel: 'SMS', to, text: short }) as const

const shapes = { Email: asEmail, SMS: asSms } satisfies {
  readonly [C in MessageChannel]: (to: string, letter: Letter) => { readonly channel: C; readonly to: string; readonly text: string }
}

/** A letter in the shape of a channel; never kept where others read it, because it may hold a password. */
export type Message<C extends MessageChannel = MessageChannel> = ReturnType<(typeof shapes)[C]>

/** Returns the letter as a message of that channel. */
export const asMessage = (channel: MessageChannel, to: string, letter: Letter): Message => shapes[channel](to, letter)

const footer = '本郵件由系統自動發送，請勿直接回覆。本行不會以電話、簡訊或郵件詢問您的密碼或驗證碼。'

const withCode = ({ paragraphs: [first = '', ...rest], code }: Letter): readonly string[] => [first, ...(code === undefined ? [] : [code]), ...rest]

const htmlOf = ({ subject, paragraphs: [first = '', ...rest], code }: Letter): string => `<!doctype html>
<html lang="zh-Hant-TW">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="font-family: 'Noto Sans TC', 'Microsoft JhengHei', sans-serif; line-height: 1.7; color: #1b1f24">
<h1 style="font-size: 18px">${escaped(subject)}</h1>
<p>${escaped(first)}</p>
${code === undefined ? '' : `<p style="font-size: 26px; letter-spacing: 4px; font-weight: bold; font-family: monospace">${escaped(code)}</p>\n`}${rest.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
<hr>
<p style="font-size: 13px; color: #5b6673">${escaped(footer)}</p>
</body>
</html>`

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
