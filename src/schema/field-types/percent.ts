import { parsePercent } from '../../domain/percent'
import { notPercent, tooBig, tooManyDecimals, tooSmall } from '../sentences'
import { bound } from '../shape/bound-shape'
import { between, whole } from '../shape/shapes'
import type { PercentField } from '../types'
import type { FieldTypeRules, Parsed } from './field-type'
import { boundsInOrder } from './text-keys'

/** A percentage. Reads 1.5 and 1.5%; keeps 1.5. */
export const percent: FieldTypeRules<PercentField> = {
  text: 'A percentage: 1.5 means 1.5 %. People may type the sign.',
  keys: {
    min: { shape: bound(whole), text: 'Smallest value, or {"field": "…"}; 0 when absent.' },
    max: { shape: bound(whole), text: 'Largest value, or {"field": "…"}; 100 when absent.' },
    decimals: { shape: between(0, 4), text: 'Digits after the point; 2 when absent.' },
  },
  matches: ['range', 'exact'],
  sortable: true,
  compares: 'number',
  settings: boundsInOrder,
  complete: (raw, base) => {
    const { min = 0, max = 100, decimals = 2 } = raw as Partial<Pick<PercentField, 'min' | 'max' | 'decimals'>>
    return { ...base, type: 'percent', min, max, decimals }
  },
  column: () => 'numeric',
  parse: readPercent,
  json: ({ min, max }) => ({ type: 'number', ...(typeof min === 'number' ? { minimum: min } : {}), ...(typeof max === 'number' ? { maximum: max } : {}) }),
  sample: ({ min, max }, seed) => Math.min(typeof max === 'number' ? max : 100, (typeof min === 'number' ? min : 0) + (seed % 100)),
}

function readPercent(value: unknown, { label, min, max, decimals }: PercentField): Parsed {
  const number = typeof value === 'number' || typeof value === 'string' ? parsePercent(value) : null
  if (number === null) return { error: notPercent(label) }
  if (!isWithin(number, decimals)) return { error: tooManyDecimals(label, decimals) }
  if (typeof min === 'number' && number < min) return { error: tooSmall(label, `${min}%`) }
  if (typeof max === 'number' && number > max) return { error: tooBig(label, `${max}%`) }
  return { value: number }
}

const isWithin = (number: number, decimals: number): boolean => Number(number.toFixed(decimals)) === number
