import type { Resource } from '../language/resource'
import type { RecordValues } from '../language/types'
import { isEmpty } from '../rules/condition'

/** Returns a text with its placeholders filled in; a part in square brackets is left out when one of its own is empty: `已啟用。[初始密碼已寄至 {SentTo}。]`. */
export const interpolate = (text: string, values: RecordValues): string =>
  text
    .replace(optional, (_, part: string) => (placeholdersIn(part).some((name) => isEmpty(values[name])) ? '' : part))
    .replace(placeholder, (_, name: string) => String(values[name] ?? ''))

/** Returns the names in the placeholders of a text. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name]) => name ?? '')

/** Returns a brace of a text that opens or closes no placeholder. */
export const unmatchedBrace = (text: string): string | undefined => /[{}]/.exec(text.replace(placeholder, ''))?.[0]

const placeholder = /\{([^{}]*)\}/g
const optional = /\[([^[\]]*)\]/g

/** Returns the display text of a record, such as `F01 管理費`; a part that the row lacks leaves no gap. */
export const displayOf = (resource: Pick<Resource, 'display'>, row: RecordValues): string => displayer(resource)(row)

/** Returns a function for the display texts of many records, which parses the text once. */
export const displayer = ({ display }: Pick<Resource, 'display'>): ((row: RecordValues) => string) => {
  // Texts and names take turns.
  const parts = display.split(placeholder)
  return (row) =>
    parts
      .map((part, index) => (index % 2 === 0 ? part : String(row[part] ?? '')))
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
}
