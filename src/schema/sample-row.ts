import { isEntered } from './complete-form'
import { rulesOf } from './field-types'
import { hiddenFields } from './hidden'
import { openOptions } from './options-now'
import type { Around, Field, Row } from './types'

/** A record that its own rules take, as far as it can be known without other records: bounds that other fields hold are kept, closed options are not chosen, and what conditions hide is empty. */
export const sampleRow = (fields: readonly Field[], seed: number, { today, beside = {} }: Beside = {}): Row => {
  const row: Record<string, unknown> = { ...beside }
  const entered = fields.filter(isEntered)
  for (const field of entered) row[field.name] = sampleBeside(field, row, { seed, today })
  const hidden = hiddenFields(fields, row, nobodyOn(today))
  return Object.fromEntries(entered.map((field) => [field.name, hidden.includes(field) ? null : row[field.name]]))
}

// Nobody in particular asks for a sample.
const nobodyOn = (today = ''): Around => ({ today, role: '' })

interface Beside {
  readonly today?: string | undefined
  /** What the record holds in its other fields. */
  readonly beside?: Row
}

const sampleBeside = (field: Field, row: Row, { seed, today }: { readonly seed: number; readonly today: string | undefined }): unknown => {
  if (field.default !== undefined) return field.default
  const value = rulesOf(field.type).sample(fixed(field, row), seed, today)
  if (field.type !== 'enum' || !field.optionsWhen) return value
  const open = openOptions(field, row, nobodyOn(today))
  return open.includes(String(value)) ? value : open[0]
}

/** The field with the values in place of the fields that hold its bounds. */
const fixed = (field: Field, row: Row): Field => {
  const [min, max] = ['min' in field ? field.min : undefined, 'max' in field ? field.max : undefined]
  return min === undefined && max === undefined ? field : ({ ...field, min: heldBy(min, row), max: heldBy(max, row) } as Field)
}

const heldBy = (bound: unknown, row: Row): unknown =>
  typeof bound === 'object' && bound !== null && 'field' in bound ? (row[String(bound.field)] ?? undefined) : bound
