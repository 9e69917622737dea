import { rulesOf } from '../../schema/field-types'
import type { Field, Resource } from '../../schema/types'

/** The fields of the list's columns, in their order. */
export const columnsOf = ({ fields, list }: Resource): readonly Field[] => list.columns.flatMap((name) => fields.filter((field) => field.name === name))

/** Whether the list can be sorted by the field. */
export const isSortable = ({ type, obscured }: Field): boolean => rulesOf(type).sortable && !obscured

/** Names of the columns that the list can be sorted by. */
export const sortableColumns = (resource: Resource): string[] =>
  columnsOf(resource)
    .filter(isSortable)
    .map(({ name }) => name)
