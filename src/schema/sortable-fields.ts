import { rulesOf } from './field-types'
import type { RoleView } from './resource'
import type { Field } from './types'

/** Fields a list may be sorted by: its columns and its key, as far as their types have an order. */
export const sortableFields = (resource: RoleView): readonly Field[] =>
  resource.fields.filter(
    ({ name, type, masked }) =>
      rulesOf(type).sortable && !masked && (resource.list.columns.includes(name) || resource.key.includes(name) || resource.list.sort.field === name),
  )
