import { fieldPermission, hasItemFieldPermissions, isWritable, itemFieldPath } from '../../schema/access/permissions'
import type { Resource } from '../../schema/language/resource'
import { type Field, isEntered, type ListField, type RecordValues } from '../../schema/language/types'
import { isRecordValues, previousItem } from '../../schema/rules/list-items'
import { inItem, itemRemoved, notWritable, unknownField } from '../../schema/rules/messages'
import { sameValue } from '../../schema/rules/record-rules'
import { refuseInvalid } from '../records/context'
import { roleOf, type Scoped } from './caller'

/**
 * Returns what of an input the caller may write, with the other columns of its rows as they were; refuses where another field would have changed.
 * A field that is hidden from the role looks like one that does not exist.
 */
export const writableInput = ({ scope }: Scoped, resource: Resource, input: RecordValues, before?: RecordValues): RecordValues => {
  const access: Access = { resource, role: roleOf(scope) }
  const whole = withWholeRows(access, input, before)
  const others = resource.fields.filter(({ name }) => name in whole && !isWritable(resource, name, before ? 'update' : 'create', access.role))
  const changed = others.filter((field) => isHidden(access, field.name) || !isSame(field, whole[field.name], before?.[field.name]))
  refuseInvalid(Object.fromEntries(changed.map(({ name, label }) => [name, refusalOf(access, name, label)])))
  return without(whole, others)
}

/** Whether the caller may replace the rows of a list without naming each: not where the file has rules for its columns. */
export const canReplaceItems = ({ scope }: Scoped, resource: Resource, list: string): boolean => !hasItemFieldPermissions(resource, roleOf(scope), list)

interface Access {
  readonly resource: Resource
  readonly role: string
}

const withWholeRows = (access: Access, input: RecordValues, before: RecordValues | undefined): RecordValues => {
  const lists = access.resource.fields.filter((field): field is ListField => field.type === 'rows' && field.name in input && !isHidden(access, field.name))
  const results = lists.map((list) => [list.name, wholeRows(access, list, { given: input[list.name], before })] as const)
  refuseInvalid(Object.assign({}, ...results.map(([, { errors }]) => errors)))
  return { ...input, ...Object.fromEntries(results.map(([name, { rows }]) => [name, rows])) }
}

type Errors = Readonly<Record<string, string>>

/**
 * Completes the rows of a list with the values that the role may not write. A row is known by its `id`, its place when the record was read; one
 * without is new, and what the role may enter in a new record it may enter there. Anything but a list is validated elsewhere.
 */
const wholeRows = (
  access: Access,
  list: ListField,
  { given, before }: { given: unknown; before: RecordValues | undefined },
): { readonly rows: unknown; readonly errors: Errors } => {
  if (!hasItemFieldPermissions(access.resource, access.role, list.name) || !Array.isArray(given) || !given.every(isRecordValues))
    return { rows: given, errors: {} }
  const results = given.map((row, index): { readonly row: RecordValues; readonly errors: Errors } => {
    const old = previousItem(before?.[list.name], row)
    const isLost = before && row.id !== undefined && (!old || given.findIndex(({ id }) => id === row.id) < index)
    return isLost ? { row, errors: { [list.name]: itemRemoved(index + 1) } } : wholeRow(access, list, { row, old, index })
  })
  return { rows: results.map(({ row }) => row), errors: Object.assign({}, ...results.map(({ errors }) => errors)) }
}

const wholeRow = (access: Access, list: ListField, { row: given, old, index }: { row: RecordValues; old: RecordValues | undefined; index: number }) => {
  const { id: _, ...row } = given
  const path = ({ name }: Field) => itemFieldPath(list.name, name)
  const others = list.fields.filter((column) => isEntered(column) && !isWritable(access.resource, path(column), old ? 'update' : 'create', access.role))
  const isChanged = (column: Field) =>
    column.name in row && (isHidden(access, path(column)) || !sameValue(row[column.name], old ? old[column.name] : column.default))
  const errors = others
    .filter(isChanged)
    .map((column) => [`${list.name}.${index}.${column.name}`, inItem(index + 1, refusalOf(access, path(column), column.label))])
  const kept = others.flatMap(({ name }) => (old && name in old ? [[name, old[name]]] : []))
  return { row: { ...without(row, others), ...Object.fromEntries(kept) }, errors: Object.fromEntries(errors) }
}

// Rows are the same in any order of their columns, and without what follows from these.
const isSame = (field: Field, value: unknown, stored: unknown): boolean => {
  if (field.type !== 'rows' || !Array.isArray(value) || !Array.isArray(stored)) return sameValue(value, stored)
  const isSameRow = (row: unknown, index: number) => {
    const old: unknown = stored[index]
    return isRecordValues(row) && isRecordValues(old) && Object.entries(row).every(([name, own]) => sameValue(own, old[name]))
  }
  return value.length === stored.length && value.every(isSameRow)
}

const refusalOf = (access: Access, path: string, label: string): string => (isHidden(access, path) ? unknownField() : notWritable(label))

const isHidden = ({ resource, role }: Access, path: string): boolean => fieldPermission(resource, role, path).get === 'hidden'

const without = (row: RecordValues, fields: readonly Field[]): RecordValues =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !fields.some((field) => field.name === name)))
