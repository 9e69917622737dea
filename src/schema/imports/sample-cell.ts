import { rocMonth, rocSlash } from '../../domain/roc-date'
import { rulesOf } from '../field-types'
import type { Field } from '../types'
import { valueText } from '../value-text'
import type { ImportColumn } from './import-spec'
import { readCell } from './read-cell'

/** What the template shows in a column as an example. */
export const sampleCell = ({ sample, format }: ImportColumn, field: Field): string => {
  if (sample !== undefined) return sample
  if (field.default !== undefined) return valueText(field, { [field.name]: field.default })
  if (isFreeText(field)) return '範例'
  const value = rulesOf(field.type).sample(field, 0)
  if (format === 'roc' && typeof value === 'string') return value.length === 7 ? rocMonth(value) : rocSlash(value)
  return valueText(field, { [field.name]: value })
}

// Where any words do, these two say what the row is.
const isFreeText = (field: Field): boolean =>
  (field.type === 'string' || field.type === 'text') && !field.pattern && field.lengthOf === undefined && field.min <= 2 && field.max >= 2

/** Why the field would refuse an example; undefined where it takes it. */
export const sampleFault = ({ sample, format }: Pick<ImportColumn, 'format'> & { readonly sample: string }, field: Field): string | undefined => {
  const cell = readCell(field, sample, { format, currency: 'TWD' })
  if ('error' in cell) return cell.error
  const parsed = rulesOf(field.type).parse(cell.value, field, { today: '2026-11-20', rows: (_, row) => ({ value: row, errors: {} }) })
  return 'error' in parsed ? parsed.error : undefined
}
