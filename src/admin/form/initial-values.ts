import { tenantFields } from '../../domain/tenant'
import { beginningOf } from '../../schema/beginnings'
import { isEntered } from '../../schema/complete-form'
import { isReference } from '../../schema/field-types'
import type { Resource } from '../../schema/resource'
import type { Field, Row } from '../../schema/types'
import { emptyValue } from '../../schema/validate'
import { workingAgreement } from '../agreement/working-agreement'
import { startNow } from '../parts/around'

/** The form of a new record: what the schema proposes, and the agreement that the user works with. */
export const newValues = (resource: Resource): Row => Object.fromEntries(resource.fields.filter(isEntered).map((field) => [field.name, firstValue(field)]))

/** The form of a record that exists. */
export const recordValues = (resource: Resource, record: Row): Row =>
  Object.fromEntries(
    resource.fields
      .filter((field) => isEntered(field) || resource.key.includes(field.name))
      .map((field) => [field.name, record[field.name] ?? emptyValue(field)]),
  )

const firstValue = (field: Field): unknown => beginningOf(field, startNow()) ?? agreement(field) ?? emptyValue(field)

const agreement = (field: Field): string | undefined =>
  field.name === tenantFields.agreement && isReference(field) ? (workingAgreement() ?? undefined) : undefined
