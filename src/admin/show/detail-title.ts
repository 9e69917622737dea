import { moneyText } from '../../browser/format'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { displayOf, interpolate, withoutExtraSpaces } from '../../schema/text/interpolate'
import { currencyOf, isMoney } from '../../schema/text/value-text'
import { fieldViewOf } from '../fields/registry'

/** Returns the heading of a record's detail page, such as `NT$2,800 · 吳靜宜`; default: its display text. */
export const detailTitle = (resource: Resource, record: RecordValues): string =>
  (resource.title && filled(resource, resource.title, record)) || displayOf(resource, record)

/** Returns the line below the heading; empty if the schema file declares none. */
export const detailSubtitle = (resource: Resource, record: RecordValues): string =>
  resource.subtitle ? filled(resource, resource.subtitle, record) : ''

const filled = ({ fields }: Resource, template: string, record: RecordValues): string =>
  withoutExtraSpaces(
    interpolate(template, Object.fromEntries(fields.map((field) => [field.name, textOf(field, record)]))),
  )

// A heading has no label that says that a number is an amount.
const textOf = (field: Field, record: RecordValues): string => {
  const value: unknown = record[field.name]
  return isMoney(field) && typeof value === 'number'
    ? moneyText(value, currencyOf(record))
    : fieldViewOf(field).text(field, record)
}
