import { fieldPermission, hasItemFieldPermissions, isWritable, itemFieldPath } from '../../schema/access/permissions'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import { type Field, isEntered, type ListField, type RecordValues } from '../../schema/language/types'
import { previousItem } from '../../schema/rules/list-items'
import { inItem, itemRemoved, notWritable, unknownField } from '../../schema/rules/messages'
import { isSameValue } from '../../schema/rules/record-rules'
import { refuseInvalid } from '../records/context'
import { roleOf, type Scoped } from './caller'

/**
 * Returns the part of an input that the caller may write; unwritable fields of list items keep their values. Throws a refusal if any other
 * unwritable field would change. A field that is hidden from the role is rejected like one that does not exist.
 */
export const writableInput = ({ scope }: Scoped, resource: Resource, input: RecordValues, before?: RecordValues): RecordValues => {
  const access: Access = { resource, role: roleOf(scope) }
  const complete = withCompleteItems(access, input, before)
  const unwritable = resource.fields.filter(({ name }) => name in complete && !isWritable(resource, name, before ? 'update' : 'create', access.role))
  const changed = unwritable.filter((field) => isHidden(access, field.name) || !isSame(field, complete[field.name], before?.[field.name]))
  refuseInvalid(Object.fromEntries(changed.map(({ name, label }) => [name, errorOf(access, name, label)])))
  return withoutFields(complete, unwritable)
}

/** Returns whether the caller may replace the items of a list without sending their ids, which is possible only if the schema file has no permissions for fields of the items. */
export const canReplaceItems = ({ scope }: Scoped, resource: Resource, list: string): boolean => !hasItemFieldPermissions(resource, roleOf(scope), list)

interface Access {
  readonly resource: Resource
  readonly role: string
}

const withCompleteItems = (access: Access, input: RecordValues, before: RecordValues | undefined): RecordValues => {
  const lists = access.resource.fields.filter((field): field is ListField => field.type === 'rows' && field.name in input && !isHidden(access, field.name))
  if (lists.length === 0) return input
  const results = lists.map((list) => [list.name, completeItems(access, list, { items: input[list.name], before })] as const)
  refuseInvalid(Object.assign({}, ...results.map(([, { errors }]) => errors)))
  return { ...input, ...Object.fromEntries(results.map(([name, { items }]) => [name, items])) }
}

type ItemErrors = Readonly<Record<string, string>>

/**
 * Completes the items of a list with the values that the role may not write. The `id` of an item is its position when the record was read. An
 * item without `id` is new; in it the role may enter the same fields as in a new record. A value that is not a list is reported by the validation.
 */
const completeItems = (
  access: Access,
  list: ListField,
  { items, before }: { items: unknown; before: RecordValues | undefined },
): { readonly items: unknown; readonly errors: ItemErrors } => {
  if (!hasItemFieldPermissions(access.resource, access.role, list.name) || !Array.isArray(items) || !items.every(isObject)) return { items, errors: {} }
  const results = items.map((item, index): { readonly item: RecordValues; readonly errors: ItemErrors } => {
    const old = previousItem(before?.[list.name], item)
    const isLost = before && item.id !== undefined && (!old || items.findIndex(({ id }) => id === item.id) < index)
    return isLost ? { item, errors: { [list.name]: itemRemoved(index + 1) } } : completeItem(access, list, { enteredItem: item, oldItem: old, index })
  })
  return { items: results.map(({ item }) => item), errors: Object.assign({}, ...results.map(({ errors }) => errors)) }
}

const completeItem = (
  access: Access,
  list: ListField,
  { enteredItem, oldItem, index }: { enteredItem: RecordValues; oldItem: RecordValues | undefined; index: number },
) => {
  const { id: _, ...item } = enteredItem
  const path = ({ name }: Field) => itemFieldPath(list.name, name)
  const unwritable = list.fields.filter((column) => isEntered(column) && !isWritable(access.resource, path(column), oldItem ? 'update' : 'create', access.role))
  const isChanged = (column: Field) =>
    column.name in item && (isHidden(access, path(column)) || !isSameValue(item[column.name], oldItem ? oldItem[column.name] : column.default))
  const errors = unwritable
    .filter(isChanged)
    .map((column) => [`${list.name}.${index}.${column.name}`, inItem(index + 1, errorOf(access, path(column), column.label))])
  const kept = unwritable.flatMap(({ name }) => (oldItem && name in oldItem ? [[name, oldItem[name]]] : []))
  return { item: { ...withoutFields(item, unwritable), ...Object.fromEntries(kept) }, errors: Object.fromEntries(errors) }
}

// The order of an item's columns does not matter, and computed values may be absent.
const isSame = (field: Field, value: unknown, stored: unknown): boolean => {
  if (field.type !== 'rows' || !Array.isArray(value) || !Array.isArray(stored)) return isSameValue(value, stored)
  const isSameItem = (item: unknown, index: number) => {
    const old: unknown = stored[index]
    return isObject(item) && isObject(old) && Object.entries(item).every(([name, itemValue]) => isSameValue(itemValue, old[name]))
  }
  return value.length === stored.length && value.every(isSameItem)
}

const errorOf = (access: Access, path: string, label: string): string => (isHidden(access, path) ? unknownField() : notWritable(label))

const isHidden = ({ resource, role }: Access, path: string): boolean => fieldPermission(resource, role, path).get === 'hidden'

const withoutFields = (values: RecordValues, fields: readonly Field[]): RecordValues =>
  fields.length === 0 ? values : Object.fromEntries(Object.entries(values).filter(([name]) => !fields.some((field) => field.name === name)))
