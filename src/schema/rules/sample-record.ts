import { type ConditionContext, type Field, isEntered, type RecordValues } from '../language/types'
import { availableOptions, hiddenFields } from './conditional'

/**
 * Returns a sample record that is valid except for references and uniqueness: its values respect bounds that are other
 * fields, its options are available, and its hidden fields are empty.
 */
export const sampleRecord = (
  fields: readonly Field[],
  seed: number,
  sampleValue: SampleValue,
  { today, otherValues = {} }: SampleOptions = {},
): RecordValues => {
  const record: Record<string, unknown> = { ...otherValues }
  const entered = fields.filter(isEntered)
  for (const field of entered)
    record[field.name] = sampleFieldValue(field, record, (bounded) => sampleValue(bounded, seed, today), today)
  const hidden = hiddenFields(fields, record, anonymousContext(today))
  return Object.fromEntries(entered.map((field) => [field.name, hidden.includes(field) ? null : record[field.name]]))
}

/** Returns a valid value of a field by the rules of its type. */
export type SampleValue = (field: Field, seed: number, today?: string) => unknown

const anonymousContext = (today = ''): ConditionContext => ({ today, role: '' })

interface SampleOptions {
  readonly today?: string | undefined
  /** Values of fields for which no sample is generated. */
  readonly otherValues?: RecordValues
}

const sampleFieldValue = (
  field: Field,
  record: RecordValues,
  sampleValue: (field: Field) => unknown,
  today: string | undefined,
): unknown => {
  if (field.default !== undefined) return field.default
  const value = sampleValue(withFixedBounds(field, record))
  if (!('options' in field) || !field.optionsWhen || Array.isArray(value)) return value
  const available = availableOptions(field, record, anonymousContext(today))
  return available.includes(String(value)) ? value : available[0]
}

/** Replaces bounds that are other fields with the values of these fields in the record. */
const withFixedBounds = (field: Field, record: RecordValues): Field => {
  const [min, max] = ['min' in field ? field.min : undefined, 'max' in field ? field.max : undefined]
  return min === undefined && max === undefined
    ? field
    : ({ ...field, min: boundValue(min, record), max: boundValue(max, record) } as Field)
}

const boundValue = (bound: unknown, record: RecordValues): unknown =>
  typeof bound === 'object' && bound !== null && 'field' in bound ? (record[String(bound.field)] ?? undefined) : bound
