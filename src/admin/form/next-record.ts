import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { isEntered } from '../../schema/language/types'
import type { SchemaSet } from '../../schema/load/schema-set'
import { isEmpty } from '../../schema/rules/condition'

/**
 * Returns the values that a user would enter again in the next new record: references, such as the agreement, the term
 * and the category.
 * References to persons are left out, because the next record is hardly about the same person.
 */
export const repeatedValues = (resource: Resource, schemas: SchemaSet, values: RecordValues): RecordValues =>
  Object.fromEntries(
    resource.fields
      .filter(
        (field) =>
          field.type === 'reference' &&
          isEntered(field) &&
          field.unique === undefined &&
          !schemas.get(field.to).fields.some(({ personal }) => personal !== undefined) &&
          !isEmpty(values[field.name]),
      )
      .map(({ name }) => [name, values[name]]),
  )
