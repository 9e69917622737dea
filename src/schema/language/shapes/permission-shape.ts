import { enums } from '../../../domain/enums'
import { didYouMean, notOneOf, placeOf } from '../../checks/check-messages'
import { accessLevels, conditionalOperations, fieldOperations } from '../permission'
import { operations } from '../types'
import { conditionRef } from './condition-shape'
import { eitherShape, isObject, listOf, mapOf, object, oneOfValues, type SchemaKeys, type Shape } from './shape'

const roles = Object.keys(enums.PortalRole)
const level = oneOfValues(accessLevels, 'a level of access')

const levelsByOperation: SchemaKeys = Object.fromEntries(
  fieldOperations.map((operation) => [operation, { shape: level, doc: `Access in ${operation}. Default: editable.` }]),
)

const fieldAccess = eitherShape((value) => !isObject(value), level, object(levelsByOperation))

const permission: SchemaKeys = {
  operations: {
    shape: listOf(oneOfValues(operations, 'an operation')),
    doc: 'The only operations of the role. Default: those that its rights on the page allow.',
  },
  fields: {
    shape: mapOf(fieldAccess),
    doc: 'By field, or by field of list items (Lines.Amount): hidden, masked, readOnly or editable, or one of these for each of list, get, create and update.',
  },
}

const byRole = mapOf(object(permission))

/** The shape of the permissions of roles. */
export const permissionsShape: Shape = {
  json: { ...byRole.json, propertyNames: { enum: roles } },
  expected: byRole.expected,
  check: (value, path) => [
    ...byRole.check(value, path),
    ...Object.keys(isObject(value) ? value : {})
      .filter((role) => !roles.includes(role))
      .map((role) => ({
        id: 'S330' as const,
        path: [...path, role],
        message: notOneOf(placeOf(path), role, 'a role'),
        hint: didYouMean(role, roles),
      })),
  ],
}

/** The shape of the conditions under which records can be changed or deleted. */
export const allowedWhenShape = object({
  ...Object.fromEntries(
    conditionalOperations.map((operation) => [
      operation,
      { shape: conditionRef, doc: `The records that ${operation} accepts. Default: all.` },
    ]),
  ),
})
