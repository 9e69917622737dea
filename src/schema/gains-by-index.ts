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
  if (!type || type === 'enum' || type === 'boolean' || rulesOf(type).list || raw.virtual === true || type === 'count') return false
  const usual = type === 'string' && raw.pattern !== undefined ? 'exact' : rulesOf(type).matches[0]
  return usual !== undefined && (match ?? usual) !== 'contains'
}
