import { isEmpty } from './condition'
import type { Row } from './types'

/** A text with its placeholders filled in; a part in square brackets is left out when one of its own is empty: `已啟用。[初始密碼已寄至 {SentTo}。]`. */
export const fillText = (text: string, values: Row): string =>
  text
    .replace(optional, (_, part: string) => (textFields(part).some((name) => isEmpty(values[name])) ? '' : part))
    .replace(placeholder, (_, name: string) => String(values[name] ?? ''))

/** What a text has placeholders for. */
export const textFields = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name]) => name ?? '')

/** The brace of a text that opens or closes no placeholder; people would read it as it stands. */
export const looseBrace = (text: string): string | undefined => /[{}]/.exec(text.replace(placeholder, ''))?.[0]

const placeholder = /\{([^{}]*)\}/g
const optional = /\[([^[\]]*)\]/g
