import type { RawObject } from '../language/shapes/shape'
import type { Field, FieldType, ReferenceField } from '../language/types'
import { computed, computedFacets, count } from './computed'
import type { FieldTypeRules, ParseResult, ValueFacets } from './field-type'
import { files } from './files'
import { formats } from './formats'
import { listType } from './list'
import { numbers } from './numbers'
import { optionTypes } from './options'
import { references } from './references'
import { texts } from './texts'
import { times } from './times'

const types = {
  ...texts,
  ...numbers,
  ...times,
  ...optionTypes,
  ...references,
  rows: listType(sampleValue),
  ...formats,
  ...files,
  computed,
  count,
} satisfies { readonly [T in FieldType]: FieldTypeRules<FieldOf<T>> }

/**
 * The interface of the fields of a type.
 * `Extract` cannot select it, because several types share one interface, whose `type` is a union.
 */
export type FieldOf<T extends FieldType, F = Field> = F extends { readonly type: infer U }
  ? T extends U
    ? F
    : never
  : never

/** Every type of field, in the order of schemas/README.md. */
export const fieldTypes: readonly FieldType[] = Object.keys(types).filter((name): name is FieldType =>
  Object.hasOwn(types, name),
)

/**
 * Returns the rules of a type.
 * Callers must pass only fields of that type to the rules; the compiler cannot verify this.
 */
export const rulesOf = (type: FieldType): Rules => types[type] as unknown as Rules

type Rules = FieldTypeRules<Field>

/** Returns a valid value of a field. */
export function sampleValue(field: Field, seed: number, today?: string): unknown {
  return rulesOf(field.type).sample(field, seed, today)
}

/** Parses a value of one field. Does not parse the items of a list. */
export const parseValue = (field: Field, value: unknown, today: string): ParseResult =>
  rulesOf(field.type).parse(value, field, { today, parseItem: (_, item) => ({ value: item, errors: {} }) })

/** Returns the facets of a field's values. For a computed field, its setting `as` determines them. */
export const facetsOf = (field: { readonly type: FieldType; readonly as?: unknown }): ValueFacets =>
  field.type === 'computed' ? computedFacets(field.as) : rulesOf(field.type)

/** Checks whether the values of a type are references to records of a resource. */
export const isReferenceType = (type: FieldType | undefined): boolean =>
  type !== undefined && rulesOf(type).group === 'reference'

/** Checks whether the values of a type are codes of options. */
export const isChoiceType = (type: FieldType | undefined): boolean =>
  type !== undefined && rulesOf(type).group === 'choice'

/** Checks whether a cell of an import file can contain a value of a type. */
export const canBeInCell = (type: FieldType): boolean =>
  rulesOf(type).canBeListed !== false && rulesOf(type).canBeEntered !== false

/**
 * Checks whether the values of a type are dates or months, which can be written in one of two calendars.
 * Only these types have the default `today`.
 */
export const hasCalendar = (type: FieldType): boolean => rulesOf(type).clockDefault === 'today'

/** Checks whether a value is the name of a field type. */
export const isFieldType = (value: unknown): value is FieldType =>
  typeof value === 'string' && Object.hasOwn(types, value)

/** Checks whether a field is a stored reference to records of a resource. */
export const isReference = (field: Field): field is ReferenceField => isReferenceType(field.type) && !field.virtual

/** Checks whether a field shows a reference: one that its record stores, or one of a record to which it refers. */
export const isShownReference = (field: Field): field is ReferenceField =>
  isReference(field) || (isReferenceType(field.type) && field.through !== undefined)

/** Checks whether the values of a field are lists, which a column stores as JSON. */
export const isMultiValued = ({ type }: Pick<Field, 'type'>): boolean => rulesOf(type).hasListValues === true

/**
 * Returns how a keyword search compares values of a type: texts by substring, numbers and references exactly; undefined
 * if keyword searches ignore the type.
 */
export const keywordMatch = (type: FieldType): 'contains' | 'exact' | undefined =>
  rulesOf(type).matches.includes('contains') ? 'contains' : rulesOf(type).matchesWholeKeyword && 'exact'

/**
 * Returns the spellings under which stored values of a field can be found for a text that somebody searches for.
 * `isPart` = the text can be any part of the values.
 */
export const searchTextsOf = (field: Field, text: string, isPart: boolean): readonly string[] => {
  const spellings = rulesOf(field.type).searchTexts?.(text, field, isPart).filter(Boolean) ?? []
  // A text of blanks or hyphens has no other spelling.
  return spellings.length > 0 ? spellings : [text]
}

/** Checks whether a search for parts of the values ignores hyphens. */
export const ignoresHyphens = (field: Field): boolean => rulesOf(field.type).mayHaveHyphens?.(field) ?? false

/**
 * Checks whether a plain index speeds up a filter.
 * Filters for substrings or prefixes use other kinds of indexes.
 * No index helps a field with few distinct values.
 */
export const benefitsFromIndex = (
  { type, raw }: { readonly type: FieldType | undefined; readonly raw: RawObject },
  match?: unknown,
): boolean => {
  if (!type || rulesOf(type).hasFewValues || rulesOf(type).hasListValues || raw.virtual === true) return false
  // A field with a pattern is a code, for which `compile-list.ts` has the default match `exact`.
  const defaultMatch = raw.pattern !== undefined ? 'exact' : rulesOf(type).matches[0]
  return defaultMatch !== undefined && (match ?? defaultMatch) !== 'contains' && match !== 'startsWith'
}
