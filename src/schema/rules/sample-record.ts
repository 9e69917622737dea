import { type ConditionContext, type Field, isEntered, type RecordValues } from '../language/types'
import { availableOptions, hiddenFields } from './conditional'

/** Returns a valid sample record, as far as other records do not matter: within bounds held by other fields, with available options only, and with hidden fields empty. */
export const sampleRecord = (fields: readonly Field[], seed: number, sampleValue: SampleValue, { today, beside = {} }: Beside = {}): RecordValues => {
  const row: Record<string, unknown> = { ...beside }
  const entered = fields.filter(isEntered)
  for (const field of entered) row[field.name] = sampleBeside(field, row, (one) => sampleValue(one, seed, today), today)
  const hidden = hiddenFields(fields, row, nobodyOn(today))
  return Object.fromEntries(entered.map((field) => [field.name, hidden.includes(field) ? null : row[field.name]]))
}

/** Returns a valid value of a field: what the rules of its type say. */
export type SampleValue = (field: Field, seed: number, today?: string) => unknown

// Nobody in particular asks for a sample.
const nobodyOn = (today = ''): ConditionContext => ({ today, role: '' })

interface Beside {
  readonly today?: string | undefined
  /** What the record holds in its other fields. */
  readonly beside?: RecordValues
}

const sampleBeside = (field: Field, row: RecordValues, sampleValue: (field: Field) => unknown, today: string | undefined): unknown => {
  if (field.default !== undefined) return field.default
  const value = sampleValue(fixed(field, row))
  if (!('options' in field) || !field.optionsWhen || Array.isArray(value)) return value
  const open = availableOptions(field, row, nobodyOn(today))
  return open.includes(String(value)) ? value : open[0]
}

/** Returns the field with the values in place of the fields that hold its bounds. */
const fixed = (field: Field, row: RecordValues): Field => {
  const [min, max] = ['min' in field ? field.min : undefined, 'max' in field ? field.max : undefined]
  return min === undefined && max === undefined ? field : ({ ...field, min: heldBy(min, row), max: heldBy(max, row) } as Field)
}

const heldBy = (bound: unknown, row: RecordValues): unknown =>
  typeof bound === 'object' && bound !== null && 'field' in bound ? (row[String(bound.field)] ?? undefined) : bound
