import { maskedView } from '../../schema/access/mask-row'
import { displayer } from '../../schema/display'
import { isReference, rulesOf } from '../../schema/field-types'
import type { Resource } from '../../schema/resource'
import { isRow } from '../../schema/row-columns'
import type { Field, Row } from '../../schema/types'
import { toTaipei } from '../database/times'
import type { RecordContext } from './context'

/** Turns rows of the database into records that travel: times on Taipei's clock, labels of references under `Labels`. Made once for all rows of an answer. */
export const recordReader = (fields: readonly Field[], { schemas }: Pick<RecordContext, 'schemas'>): ((row: Row) => Row) => {
  const labelled = fields.filter(isReference).map(({ name, to }) => ({ name, column: `label:${name}`, labelOf: labeller(schemas.get(to)) }))
  return (row) => {
    const record: Record<string, unknown> = {}
    for (const field of fields) record[field.name] = outgoing(field, row[field.name])
    const labels: Record<string, string> = {}
    for (const { name, column, labelOf } of labelled) {
      const label = labelOf(row[column])
      if (label !== null) labels[name] = label
    }
    record.Labels = labels
    return record
  }
}

/** A value on its way into a column: lists as JSON text, everything else as it is. */
export const toColumn = (type: string, value: unknown): unknown =>
  type === 'jsonb' && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null)

const outgoing = (field: Field, value: unknown): unknown => {
  if (value === undefined) return null
  return rulesOf(field.type).compares === 'datetime' && typeof value === 'string' ? toTaipei(value) : value
}

/** The display texts of other records, one or several at a time; masked for everybody, because they show other people's records beside this one. */
export const labeller = (other: Resource): ((label: unknown) => string | null) => {
  const show = maskedView(other)
  const display = displayer(other)
  const labelOf = (label: unknown): string | null => {
    if (Array.isArray(label)) return label.map(labelOf).join('、')
    return isRow(label) ? display(show(label)) : null
  }
  return labelOf
}
