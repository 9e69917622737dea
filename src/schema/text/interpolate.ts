import type { Resource } from '../language/resource'
import type { RecordValues } from '../language/types'
import { isEmpty } from '../rules/condition'

/**
 * Replaces the placeholders of a text with values.
 * A part in square brackets is omitted if the value of one of its placeholders is empty, such as in `已啟用。[初始密碼已寄至
 * {SentTo}。]`.
 */
export const interpolate = (text: string, values: RecordValues): string =>
  text
    .replace(optionalPart, (_, part: string) =>
      placeholdersIn(part).some((name) => isEmpty(values[name])) ? '' : part,
    )
    .replace(placeholder, (_, name: string) => String(values[name] ?? ''))

/** Returns the names in the placeholders of a text. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(placeholder)].map(([, name]) => name ?? '')

/** Returns a brace that belongs to no placeholder; undefined if there is none. */
export const unmatchedBrace = (text: string): string | undefined => /[{}]/.exec(text.replace(placeholder, ''))?.[0]

const placeholder = /\{([^{}]*)\}/g
const optionalPart = /\[([^[\]]*)\]/g

/** Returns the display text of a record, such as `F01 管理費`, without the spaces around empty values. */
export const displayOf = (resource: Pick<Resource, 'display'>, record: RecordValues): string =>
  displayTextFunction(resource)(record)

/** Returns the display text of a record without its personal data; empty if it contains nothing else. */
export const impersonalDisplayOf = (
  { display, fields }: Pick<Resource, 'display' | 'fields'>,
  record: RecordValues,
): string =>
  displayOf(
    { display },
    Object.fromEntries(fields.flatMap(({ name, personal }) => (personal ? [] : [[name, record[name]]]))),
  )

/** Returns a function that formats the display texts of many records. It parses the template only once. */
export const displayTextFunction = (resource: Pick<Resource, 'display'>): ((record: RecordValues) => string) => {
  const parts = displayParts(resource)
  return (record) =>
    withoutExtraSpaces(parts.map((part) => ('text' in part ? part.text : String(record[part.field] ?? ''))).join(''))
}

/** Returns the parts of a resource's display text in their order: texts, and the names of fields. */
export const displayParts = ({
  display,
}: Pick<Resource, 'display'>): readonly ({ readonly text: string } | { readonly field: string })[] =>
  // `split` with a pattern that has a group returns texts and names alternately, so names have odd indexes.
  display.split(placeholder).map((part, index) => (index % 2 === 0 ? { text: part } : { field: part }))

/** Returns a display text without the spaces around empty values. */
export const withoutExtraSpaces = (text: string): string =>
  hasExtraSpaces.test(text) ? text.replace(/[^\S\u202f]+/g, ' ').trim() : text

// The narrow blanks between groups of digits stay.
const hasExtraSpaces = /^\s|\s\s|\s$|[^\S \u202f]/
