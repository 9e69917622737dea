import { rulesOf } from '../field-types'
import type { RoleView } from '../language/resource'
import type { Field } from '../language/types'

/**
 * Returns the sortable fields of a list: its columns, the key and the default sort field, if their types can be sorted
 * and the role sees them unmasked.
 * Sorting by a field of a referenced record would read that record for every record of the list.
 * Sorting by a masked field would disclose what the mask hides.
 */
export const sortableFields = (resource: RoleView): readonly Field[] =>
  resource.fields.filter(
    ({ name, type, masked, through }) =>
      rulesOf(type).isSortable &&
      !masked &&
      !through &&
      (resource.list.columns.includes(name) || resource.key.includes(name) || resource.list.sort.field === name),
  )
