import { enums } from '../../../domain/enums'
import { didYouMean, notOneOf, placeOf } from '../../checks/check-messages'
import { accessLevels, conditionalOperations, fieldOperations } from '../permission'
import { operations } from '../types'
import { conditionRef } from './condition-shape'
import { choice, either, isObject, type Keys, listOf, mapOf, object, type Shape } from './shape'

const roles = Object.keys(enums.PortalRole)
const level = choice(accessLevels, 'a level of access')

const levelsByOperation: Keys = Object.fromEntries(
  fieldOperations.map((operation) => [operation, { shape: level, text: `In ${operation}; editable when absent.` }]),
)

const fieldAccess = either((value) => !isObject(value), level, object(levelsByOperation))

const permission: Keys = {
  operations: { shape: listOf(choice(operations, 'an operation')), text: 'All that the role may do. Absent: what its rights on the page allow.' },
  fields: {
    shape: mapOf(fieldAccess),
    text: 'By field, or column of a list of rows (Lines.Amount): hidden, masked, readOnly or editable; or these by list, get, create and update.',
  },
}

const byRole = mapOf(object(permission))

/** The permissions of each role. */
export const permissionsShape: Shape = {
  json: { ...byRole.json, propertyNames: { enum: roles } },
  check: (value, path) => [
    ...byRole.check(value, path),
    ...Object.keys(isObject(value) ? value : {})
      .filter((role) => !roles.includes(role))
      .map((role) => ({ id: 'S330' as const, path: [...path, role], message: notOneOf(placeOf(path), role, 'a role'), hint: didYouMean(role, roles) })),
  ],
}

/** The conditions that records must fulfil to be changed or deleted. */
export const allowedWhenShape = object({
  ...Object.fromEntries(
    conditionalOperations.map((operation) => [operation, { shape: conditionRef, text: `The records that ${operation} takes; all when absent.` }]),
  ),
})
