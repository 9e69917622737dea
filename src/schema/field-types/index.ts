import type { RawObject } from '../language/shapes/shape'
import type { Field, FieldType, ReferenceField } from '../language/types'
import { choices } from './choices'
import { computed, computedFacets, count } from './computed'
import { contents } from './contents'
import type { FieldTypeRules, ValueFacets } from './field-type'
import { formats } from './formats'
import { listType } from './list'
import { numbers } from './numbers'
import { references } from './references'
import { texts } from './texts'
import { times } from './times'

const types = {
  ...texts,
  ...numbers,
  ...times,
  ...choices,
  ...references,
  rows: listType(sampleValue),
  ...formats,
  ...contents,
  computed,
  count,
} satisfies { readonly [T in FieldType]: FieldTypeRules<FieldOf<T>> }

// Several types share one interface, so that its `type` is a union; Extract would find nothing.
type FieldOf<T extends FieldType, F = Field> = F extends { readonly type: infer U } ? (T extends U ? F : never) : never

/** Every type of field, in the order of the handbook. */
export const fieldTypes: readonly FieldType[] = Object.keys(types).filter((name): name is FieldType => Object.hasOwn(types, name))

/** Returns the rules of a type. A field is only ever handed to the rules of its own type, which the compiler cannot follow through the union. */
export const rulesOf = (type: FieldType): Rules => types[type] as unknown as Rules

type Rules = FieldTypeRules<Field> & ValueFacets<Field>

/** Returns a valid value of a field, see `sample` of its type. */
export function sampleValue(field: Field, seed: number, today?: string): unknown {
  return rulesOf(field.type).sample(field, seed, today)
}

/** Returns what the values of a field are; those of a computed field are what its `as` says. */
export const facetsOf = (field: { readonly type: FieldType; readonly as?: unknown }): ValueFacets<Field> =>
  field.type === 'computed' ? computedFacets(field.as) : rulesOf(field.type)

/** Whether a cell of a sheet can hold a value of that type. */
export const hasCells = (type: FieldType): boolean => rulesOf(type).listed !== false && rulesOf(type).entered !== false

/** Whether the values of a type are days or months, which people write by one of two calendars. */
export const hasCalendar = (type: FieldType): boolean => rulesOf(type).clock === 'today'

/** Whether a word in a file is a type of field. */
export const isFieldType = (value: unknown): value is FieldType => typeof value === 'string' && Object.hasOwn(types, value)

/** Whether a field refers to records of a resource and keeps what it refers by. */
export const isReference = (field: Field): field is ReferenceField => rulesOf(field.type).group === 'reference' && !field.virtual

/** Whether the values of a field are lists, which a column keeps as JSON. */
export const isList = ({ type }: Pick<Field, 'type'>): boolean => rulesOf(type).list === true

/** Returns how a keyword finds records by a field of that type: a part of a text, or the whole of a number or of a code that refers to a record; undefined where words say nothing about it. */
export const keywordMatch = (type: FieldType): 'contains' | 'exact' | undefined =>
  rulesOf(type).matches.includes('contains') ? 'contains' : rulesOf(type).exactKeyword && 'exact'

/** A field as its file says it. */
interface SaidField {
  readonly type: FieldType | undefined
  readonly raw: RawObject
}

/** Whether an index helps a filter: not for parts of words, nor for fields with few different values. */
export const benefitsFromIndex = ({ type, raw }: SaidField, match?: unknown): boolean => {
  if (!type || rulesOf(type).fewValues || rulesOf(type).list || raw.virtual === true) return false
  const defaultMatch = raw.pattern !== undefined ? 'exact' : rulesOf(type).matches[0]
  return defaultMatch !== undefined && (match ?? defaultMatch) !== 'contains'
}
