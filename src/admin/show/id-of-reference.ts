import type { ReferenceField } from '../../schema/field-types/references'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import { fieldNamed } from '../../schema/language/types'
import { isEmpty } from '../../schema/rules/condition'
import { narrowsToValue } from '../data-provider/read'
import { recordId, referenceId } from '../data-provider/record-id'

/**
 * Returns the id of the record to which a reference of a record refers; undefined if the reference is empty, refers to
 * several records, or to one that cannot be found by its values.
 * The id contains the values that the record has: if they are not the key, the id is one of `referenceId`.
 */
export const idOfReference = (target: Resource, field: ReferenceField, record: RecordValues): string | undefined => {
  const values = referencedValues(field, record)
  if (!values || hasPersonalData(target, field) || !isReadable(field, record)) return undefined
  if (target.key.every((name) => name in values)) return recordId(target, values)
  return isFoundByList(target, field.by) ? referenceId(values) : undefined
}

/** Returns the values of the fields that identify the referenced record. */
const referencedValues = (field: ReferenceField, record: RecordValues): Record<string, string> | undefined => {
  const [code, ...others] = [record[field.name]].flat()
  // A reference of a referenced record must agree with that record, in a field which this record may not have.
  const { through } = field
  const same = field.same.map((name) => (through && !through.same.includes(name) ? undefined : record[name]))
  if (others.length > 0 || [code, ...same].some(isEmpty)) return undefined
  return Object.fromEntries(
    [[field.by, code] as const, ...field.same.map((name, index) => [name, same[index]] as const)].map(
      ([name, value]) => [name, String(value)],
    ),
  )
}

/** Returns whether the id would contain personal data, or text that hides them. Ids are part of addresses. */
const hasPersonalData = (target: Resource, { by, personal }: ReferenceField): boolean =>
  Boolean(personal || fieldNamed(target.fields, by)?.personal)

/** Returns whether the user may read the referenced record: the server sends no label of any other one. */
const isReadable = ({ name }: ReferenceField, { Labels }: RecordValues): boolean => !isObject(Labels) || name in Labels

const isFoundByList = (target: Resource, by: string): boolean =>
  narrowsToValue(target, by) && target.list.filters.every((filter) => !filter.required && filter.default === undefined)
