import { displayOf } from '../../schema/display'
import { maskRow } from '../../schema/mask-row'
import type { Field, Resource, Row } from '../../schema/types'
import { toTaipei } from '../store/times'
import type { RecordContext } from './context'
import { isLabelled } from './select'

/** A row of the database as a record that travels: times on Taipei's clock, labels of references under `Labels`. */
export const toRecord = (fields: readonly Field[], row: Row, { schemas }: RecordContext): Row => {
  const record: Record<string, unknown> = {}
  const labels: Record<string, string> = {}
  for (const field of fields) {
    record[field.name] = outgoing(field, row[field.name])
    const label = isLabelled(field) ? labelText(schemas.get(field.to), row[`label:${field.name}`]) : null
    if (label !== null) labels[field.name] = label
  }
  return { ...record, Labels: labels }
}

/** A value on its way into a column: lists as JSON text, everything else as it is. */
export const toColumn = (type: string, value: unknown): unknown =>
  type === 'jsonb' && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null)

const outgoing = (field: Field, value: unknown): unknown => {
  if (value === undefined) return null
  return field.type === 'datetime' && typeof value === 'string' ? toTaipei(value) : value
}

/** The display text of another record, or of several; masked for everybody, because it shows other people's records beside this one. */
export const labelText = (other: Resource, label: unknown): string | null => {
  if (Array.isArray(label)) return label.map((one) => labelText(other, one)).join('、')
  return isRow(label) ? displayOf(other, maskRow(other, label)) : null
}

/** A plain object, as JSON columns and bodies give it. */
export const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
