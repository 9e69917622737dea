import { rulesOf } from './field-types'
import type { RawObject } from './shape/shape'
import type { FieldType } from './types'

/** A field as its file says it. */
interface SaidField {
  readonly type: FieldType | undefined
  readonly raw: RawObject
}

/** True where an index finds what a filter asks of the field: everything but parts of words, and codes that are few. */
export const gainsByIndex = ({ type, raw }: SaidField, match?: unknown): boolean => {
  if (!type || rulesOf(type).few || rulesOf(type).list || raw.virtual === true) return false
  const usual = raw.pattern !== undefined ? 'exact' : rulesOf(type).matches[0]
  return usual !== undefined && (match ?? usual) !== 'contains'
}
