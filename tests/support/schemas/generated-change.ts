import type { Resource, RoleView } from '../../../src/schema/language/resource'
import { type Field, isEntered, type RecordValues } from '../../../src/schema/language/types'
import { validateRecord } from '../../../src/schema/rules/validate'

/**
 * Returns a valid change of one field that changes no other field except computed ones; empty if no field can be
 * changed.
 * `other` is another valid record of the resource.
 */
export const changeOf = (resource: RoleView, before: RecordValues, other: RecordValues): RecordValues => {
  const open = resource.fields.filter(
    (field) => isEntered(field) && field.writable !== false && !field.writeOnce && !field.unique,
  )
  const changes = open.flatMap((field) => candidates(field, other).map((value) => ({ [field.name]: value })))
  return changes.find((change) => isAlone(resource, before, change)) ?? {}
}

// A new text comes first, because it shows most clearly that this change was stored.
const candidates = (field: Field, other: RecordValues): readonly unknown[] => [
  ...(field.type === 'string' && field.pattern === undefined && !field.lengthOf ? ['改過'] : []),
  ...(other[field.name] === undefined ? [] : [other[field.name]]),
]

const isAlone = (resource: Resource, before: RecordValues, change: RecordValues): boolean => {
  const { value, errors } = validateRecord(resource, change, {
    mode: 'update',
    role: '',
    today: '2026-11-20',
    previous: before,
  })
  const others = Object.keys(value).filter(
    (name) => !(name in change) && resource.fields.find((field) => field.name === name)?.type !== 'computed',
  )
  const differs = Object.entries(change).some(
    ([name, to]) => JSON.stringify(before[name] ?? null) !== JSON.stringify(to),
  )
  return differs && others.length === 0 && Object.keys(errors).length === 0
}
