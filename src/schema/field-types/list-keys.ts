import { repeated, tooFew, tooMany } from '../sentences'
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

/** The entries of a list in a cell of a spreadsheet. */
export const cellParts = (text: string): readonly string[] =>
  text
    .split(/[、,，;；\n]/)
    .map((one) => one.trim())
    .filter(Boolean)

/** What lists of codes and of references have in common. */
export const chosenList = { matches: ['in'], sortable: false, list: true, chosen: true, long: true, unique: false } as const

interface Limits {
  readonly label: string
  readonly min: number
  readonly max: number
}

/** Returns the sentence for a list with too few, too many or the same entries; undefined for a good one. */
export const listFault = (values: readonly unknown[], { label, min, max }: Limits, textOf: (value: unknown) => string): string | undefined => {
  const double = values.find((one, index) => values.indexOf(one) !== index)
  if (double !== undefined) return repeated(label, textOf(double))
  if (values.length < min) return tooFew(label, min, '項')
  return values.length > max ? tooMany(label, max, '項', values.length) : undefined
}
