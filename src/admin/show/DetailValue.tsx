import type { RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import { FieldValue } from '../fields/FieldValue'
import { fieldViewOf } from '../fields/registry'

/** Renders a value on a detail page. */
export const DetailValue = ({ field, record }: { field: Field; record: RecordValues }) => {
  const { Detail, Cell, text } = fieldViewOf(field)
  const View = Detail ?? Cell
  const value = text(field, record)
  return (
    <FieldValue field={field} record={record}>
      {value === '' ? '－' : View ? <View field={field} record={record} /> : value}
    </FieldValue>
  )
}
