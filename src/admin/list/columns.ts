import { rulesOf } from '../../schema/field-types'
import type { Resource } from '../../schema/resource'
import type { Field, RoleField } from '../../schema/types'

/** Every field that the list can show as a column: those that its file names, then the others. */
export const columnsOf = ({ fields, list }: Resource): readonly Field[] =>
  [...list.columns, ...list.more].flatMap((name) => fields.filter((field) => field.name === name))

/** Whether the list can be sorted by the field. What its file does not name as a column has no order that the database is prepared for. */
export const isSortable = ({ list }: Resource, { name, type, masked }: RoleField): boolean => list.columns.includes(name) && rulesOf(type).sortable && !masked

/** Names of the columns that the list can be sorted by. */
export const sortableColumns = (resource: Resource): string[] =>
  columnsOf(resource)
    .filter((field) => isSortable(resource, field))
    .map(({ name }) => name)
