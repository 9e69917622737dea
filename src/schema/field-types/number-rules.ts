import { foldFullWidth } from '../../domain/full-width'
import { notInteger, tooBig, tooLargeNumber, tooSmall } from '../sentences'
import { bound } from '../shape/bound-shape'
import type { Keys, RawObject } from '../shape/shape'
import { whole } from '../shape/shapes'
import type { FieldBase, IntegerField } from '../types'
import type { FieldTypeRules, Parsed } from './field-type'
import { boundsInOrder } from './text-keys'

const keys: Keys = {
  min: { shape: bound(whole), text: 'Smallest value, or {"field": "…"}.' },
  max: { shape: bound(whole), text: 'Largest value, or {"field": "…"}.' },
}

/** What integer and money have in common. */
export const numberRules = (type: 'integer' | 'money', text: string): FieldTypeRules<IntegerField> => ({
  text,
  keys,
  matches: ['range', 'exact', 'in'],
  sortable: true,
  compares: 'number',
  settings: boundsInOrder,
  complete: (raw: RawObject, base: FieldBase) => ({ ...base, type, ...(raw as Pick<IntegerField, 'min' | 'max'>) }),
  column: () => 'bigint',
  json: ({ min, max }) => ({ type: 'integer', ...(typeof min === 'number' ? { minimum: min } : {}), ...(typeof max === 'number' ? { maximum: max } : {}) }),
  parse: parseNumber,
  sample: ({ min, max }, seed) => Math.min(typeof max === 'number' ? max : Number.MAX_SAFE_INTEGER, Math.max(typeof min === 'number' ? min : 0, seed)),
})

const parseNumber = (value: unknown, field: IntegerField): Parsed => {
  const number = typeof value === 'number' ? value : wholeNumber(value)
  if (number === undefined || !Number.isInteger(number)) return { error: notInteger(field.label) }
  if (!Number.isSafeInteger(number)) return { error: tooLargeNumber(field.label) }
  if (typeof field.min === 'number' && number < field.min) return { error: tooSmall(field.label, grouped(field.min)) }
  if (typeof field.max === 'number' && number > field.max) return { error: tooBig(field.label, grouped(field.max)) }
  return { value: number === 0 ? 0 : number }
}

// Thousands separators only where they belong: 1,000 is a thousand, 1,00 is a slip of the finger.
const wholeNumber = (value: unknown): number | undefined => {
  const text = typeof value === 'string' ? foldFullWidth(value).trim() : ''
  return /^-?(\d+|\d{1,3}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : undefined
}

/** A number with thousands separators, as sentences show it. */
export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')
