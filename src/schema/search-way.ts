import { rulesOf } from './field-types'
import type { Field } from './types'

/** How a keyword finds records by a field of that type: a part of a text, or the whole of a number or of a code that refers to a record; undefined where words say nothing about it. */
export const searchWay = (type: Field['type']): 'contains' | 'exact' | undefined => {
  if (rulesOf(type).matches.includes('contains')) return 'contains'
  return exactTypes.includes(type) ? 'exact' : undefined
}

const exactTypes: readonly Field['type'][] = ['integer', 'reference']
