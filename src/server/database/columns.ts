import { rulesOf } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import type { SchemaSet } from '../../schema/load/schema-set'
import { standardNames } from '../../schema/load/standard-fields'

/** The columns that every table has besides those of its fields: who created and last changed the record, and when. */
export const trailColumns = { create_user: 'text', create_time: 'timestamptz', update_user: 'text', update_time: 'timestamptz' } as const

/** SQL type of a field's column; null where it has none. */
export const columnType = (field: Field, schemas: SchemaSet): string | null =>
  field.virtual ? null : rulesOf(field.type).column(field, (name) => (schemas.has(name) ? schemas.get(name) : undefined))

/** Returns the fields of a resource that have a column, with its name and type, without the trail's columns. */
export const columnsOf = (resource: Resource, schemas: SchemaSet): readonly { readonly field: Field; readonly name: string; readonly type: string }[] =>
  resource.fields
    .filter(({ name }) => !isTrail(name))
    .flatMap((field) => {
      const type = columnType(field, schemas)
      return type ? [{ field, name: columnName(field.name), type }] : []
    })

/** True for CreateUser, CreateTime, UpdateUser and UpdateTime. */
const isTrail = (name: string): boolean => standardNames.includes(name)

/** True when the database numbers the records: the key is one whole number that nobody types. */
export const isNumbered = (resource: Resource): boolean => {
  const [only, second] = resource.key
  return second === undefined && resource.fields.some((field) => field.name === only && field.type === 'integer' && field.readOnly)
}
