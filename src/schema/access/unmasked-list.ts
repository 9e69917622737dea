import { isPersonalDataMaskedFor } from '../../domain/access/roles'
import type { Resource } from '../language/resource'
import type { Field } from '../language/types'
import { canOperate, fieldVisibility, itemFieldPath } from './permissions'

/**
 * Checks whether a page has a list with unmasked personal data, for exports.
 * A resource without the operation `get` needs none: its forms are filled from its list, which is therefore not masked
 * for roles that edit records.
 */
export const hasUnmaskedList = ({ kind, page, endpoints, fields }: Resource): boolean =>
  kind === 'records' &&
  page &&
  endpoints.operations.includes('list') &&
  endpoints.operations.includes('get') &&
  personalFields(fields).length > 0

/**
 * Checks whether a role may read the unmasked list of a page.
 * The role must be able to view personal data unmasked on detail pages.
 */
export const canReadUnmaskedList = (resource: Resource, role: string): boolean =>
  hasUnmaskedList(resource) &&
  canOperate(resource, role, 'get') &&
  personalFields(resource.fields).some(
    (field) =>
      fieldVisibility(resource, field, 'get', { role, canUnmask: role !== '' && !isPersonalDataMaskedFor(role) }) ===
      'full',
  )

/** Returns the fields with personal data. The name of a field of list items is its path. */
export const personalFields = (fields: readonly Field[]): readonly Pick<Field, 'name' | 'personal'>[] =>
  fields.flatMap((field) => {
    if (field.type === 'rows')
      return personalFields(field.fields).map((itemField) => ({
        ...itemField,
        name: itemFieldPath(field.name, itemField.name),
      }))
    return field.personal ? [field] : []
  })
