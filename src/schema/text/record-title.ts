import { groupedAccount } from '../../domain/accounts/account-text'
import { facetsOf, isReferenceType } from '../field-types'
import type { Resource } from '../language/resource'
import type { Field, RecordValues } from '../language/types'
import { displayOf } from './interpolate'
import { valueText } from './value-text'

/** Returns the display text of a record for screens: dates, amounts and accounts as everywhere on the page. */
export const recordTitle = (resource: Pick<Resource, 'display' | 'fields' | 'key'>, record: RecordValues): string =>
  displayOf(resource, shownValues(resource, record))

/** Returns the values of a record as sentences and titles show them. Codes of references and keys stay as they are. */
export const shownValues = ({ fields, key }: Pick<Resource, 'fields' | 'key'>, record: RecordValues): RecordValues => {
  const shown = fields.filter(({ name, type }) => name in record && !key.includes(name) && !isReferenceType(type))
  return { ...record, ...Object.fromEntries(shown.map((field) => [field.name, shownValue(field, record)])) }
}

const shownValue = (field: Field, record: RecordValues): string => {
  const text = valueText(field, record)
  return facetsOf(field).isInGroups ? groupedAccount(text) : text
}
