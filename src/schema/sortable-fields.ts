import { rulesOf } from './field-types'
import type { Field, Resource } from './types'

/** Fields a list may be sorted by: its columns and its key, as far as their types have an order. */
export const sortableFields = (resource: Resource): readonly Field[] =>
  resource.fields.filter(
    ({ name, type, obscured }) =>
      rulesOf(type).sortable && !obscured && (resource.list.columns.includes(name) || resource.key.includes(name) || resource.list.sort.field === name),
  )
