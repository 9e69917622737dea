import type { Resource } from '../language/resource'
import type { RecordValues } from '../language/types'
import { isEmpty } from '../rules/condition'

/** Replaces the placeholders of a text with values. A part in square brackets is omitted if the value of one of its placeholders is empty, such as in `已啟用。[初始密碼已寄至 {SentTo}。]`. */
export const interpolate = (text: string, values: RecordValues): string =>
  text
    .replace(optionalPart, (_, part: string) => (placeholdersIn(part).some((name) => isEmpty(values[name])) ? '' : part))
    .replace(placeholder, (_, name: string) => String(values[name] ?? ''))

/** Returns the names in the placeholders of a text. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name]) => name ?? '')

/** Returns a brace that belongs to no placeholder; undefined if there is none. */
export const unmatchedBrace = (text: string): string | undefined => /[{}]/.exec(text.replace(placeholder, ''))?.[0]

const placeholder = /\{([^{}]*)\}/g
const optionalPart = /\[([^[\]]*)\]/g

/** Returns the display text of a record, such as `F01 管理費`, without the spaces around empty values. */
export const displayOf = (resource: Pick<Resource, 'display'>, record: RecordValues): string => displayTextFunction(resource)(record)

/** Returns a function that formats the display texts of many records. It parses the template only once. */
export const displayTextFunction = ({ display }: Pick<Resource, 'display'>): ((record: RecordValues) => string) => {
  // `split` with a pattern that has a group returns texts and names alternately, so names have odd indexes.
  const parts = display.split(placeholder)
  return (record) =>
    parts
      .map((part, index) => (index % 2 === 0 ? part : String(record[part] ?? '')))
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
}
