import { mask } from '../domain/access/mask'
import { holds, isEmpty } from './condition'
import { fixed, isMask, lockedNow } from './sentences'
import type { Around, Field, Row } from './types'

/** The sentence for a change of what cannot be changed; the unchanged value is welcome. */
export const frozenError = (
  field: Field,
  row: Row,
  { previous, around }: { readonly previous: Row | undefined; readonly around: Around },
): string | undefined => {
  if (!previous || sameValue(row[field.name], previous[field.name])) return undefined
  if (field.writeOnce) return fixed(field.label)
  return field.readOnlyWhen && holds(field.readOnlyWhen, previous, around) ? lockedNow(field.label) : undefined
}

/** The sentence for a value that is only the mask of what is stored: it came from a list, not from a person. */
export const maskError = (field: Field, row: Row, previous: Row | undefined): string | undefined => {
  const [value, stored] = [row[field.name], previous?.[field.name]]
  if (!field.personal || typeof value !== 'string' || typeof stored !== 'string' || value === stored) return undefined
  return value === mask(field.personal, stored) ? isMask(field.label) : undefined
}

/** Whether two values of a field are the same; nothing, blank and an empty list are. */
export const sameValue = (left: unknown, right: unknown): boolean => (isEmpty(left) && isEmpty(right)) || JSON.stringify(left) === JSON.stringify(right)
