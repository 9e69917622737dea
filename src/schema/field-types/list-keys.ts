import type { JsonSchema, Key } from '../shape/shape'
import { atLeastOne, count } from '../shape/shapes'

/** Fewest entries of a list. */
export const min: Key = { shape: count, text: 'Fewest entries; 0 when absent, 1 when the field is required.' }

/** Most entries of a list. */
export const max: Key = { shape: atLeastOne, text: 'Most entries.' }

/** So many of these. */
export const listJson = (items: JsonSchema, min: number, max: number): JsonSchema => ({
  type: 'array',
  items,
  ...(min > 0 ? { minItems: min } : {}),
  ...(Number.isFinite(max) ? { maxItems: max } : {}),
})
