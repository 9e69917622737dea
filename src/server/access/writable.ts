import { fieldPermission, hasItemFieldPermissions, isWritable, itemFieldPath } from '../../schema/access/permissions'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import { type Field, isEntered, type ListField, type RecordValues } from '../../schema/language/types'
import { previousItem } from '../../schema/rules/list-items'
import { inItem, itemRemoved, notWritable, unknownField } from '../../schema/rules/messages'
import { isSameValue } from '../../schema/rules/record-rules'
import { throwIfFieldErrors } from '../records/context'
import { roleOf, type Scoped } from './caller'

/**
 * Returns the part of an input that the caller may write. In list items, fields that the caller may not write get their stored values. Throws a refusal if
 * the input would change a field that the caller may not write. A hidden field is rejected with the same message as a field that does not exist.
 */
export const writableInput = ({ scope }: Scoped, resource: Resource, input: RecordValues, before?: RecordValues): RecordValues => {
  const access: Access = { resource, role: roleOf(scope) }
  const complete = withCompleteItems(access, input, before)
  const unwritable = resource.fields.filter(({ name }) => name in complete && !isWritable(resource, name, before ? 'update' : 'create', access.role))
  const changed = unwritable.filter((field) => isHidden(access, field.name) || !isSameInput(field, complete[field.name], before?.[field.name]))
  throwIfFieldErrors(Object.fromEntries(changed.map(({ name, label }) => [name, errorOf(access, name, label)])))
  return withoutFields(complete, unwritable)
}

/** Returns whether the caller may replace the items of a list without sending their ids. If the schema file has permissions for fields of the items, the ids are needed to find the stored values. */
export const canReplaceItems = ({ scope }: Scoped, resource: Resource, list: string): boolean => !hasItemFieldPermissions(resource, roleOf(scope), list)

interface Access {
  readonly resource: Resource
  readonly role: string
}

const withCompleteItems = (access: Access, input: RecordValues, before: RecordValues | undefined): RecordValues => {
  const lists = access.resource.fields.filter((field): field is ListField => field.type === 'rows' && field.name in input && !isHidden(access, field.name))
  if (lists.length === 0) return input
  const results = lists.map((list) => [list.name, completeItems(access, list, { items: input[list.name], before })] as const)
  throwIfFieldErrors(Object.assign({}, ...results.map(([, { errors }]) => errors)))
  return { ...input, ...Object.fromEntries(results.map(([name, { items }]) => [name, items])) }
}

type ItemErrors = Readonly<Record<string, string>>

/**
 * Completes the items of a list with the stored values of the fields that the role may not write. The `id` of an item is its position when the record was
 * read. An item without `id` is new; the permissions for new records apply to it. A value that is not a list stays as it is, and the validation reports it.
 */
const completeItems = (
  access: Access,
  list: ListField,
  { items, before }: { items: unknown; before: RecordValues | undefined },
): { readonly items: unknown; readonly errors: ItemErrors } => {
  if (!hasItemFieldPermissions(access.resource, access.role, list.name) || !Array.isArray(items) || !items.every(isObject)) return { items, errors: {} }
  const results = items.map((item, index): { readonly item: RecordValues; readonly errors: ItemErrors } => {
    const storedItem = previousItem(before?.[list.name], item)
    const isRepeatedId = items.findIndex(({ id }) => id === item.id) < index
    const isUnknownItem = before && item.id !== undefined && (!storedItem || isRepeatedId)
    return isUnknownItem ? { item, errors: { [list.name]: itemRemoved(index + 1) } } : completeItem(access, list, { enteredItem: item, storedItem, index })
  })
  return { items: results.map(({ item }) => item), errors: Object.assign({}, ...results.map(({ errors }) => errors)) }
}

const completeItem = (
  access: Access,
  list: ListField,
  { enteredItem, storedItem, index }: { enteredItem: RecordValues; storedItem: RecordValues | undefined; index: number },
) => {
  const { id: _, ...item } = enteredItem
  const path = ({ name }: Field) => itemFieldPath(list.name, name)
  const unwritable = list.fields.filter((field) => isEntered(field) && !isWritable(access.resource, path(field), storedItem ? 'update' : 'create', access.role))
  // A new item may contain the default value of a field that the role may not write.
  const isChanged = (field: Field) =>
    field.name in item && (isHidden(access, path(field)) || !isSameValue(item[field.name], storedItem ? storedItem[field.name] : field.default))
  const errors = unwritable
    .filter(isChanged)
    .map((field) => [`${list.name}.${index}.${field.name}`, inItem(index + 1, errorOf(access, path(field), field.label))])
  const storedValues = unwritable.flatMap(({ name }) => (storedItem && name in storedItem ? [[name, storedItem[name]]] : []))
  return { item: { ...withoutFields(item, unwritable), ...Object.fromEntries(storedValues) }, errors: Object.fromEntries(errors) }
}

/** Returns whether an input equals the stored value of a field. In list items, only the fields that the input contains are compared: computed fields may be absent, and the order of fields does not matter. */
export const isSameInput = (field: Field, value: unknown, stored: unknown): boolean => {
  if (field.type !== 'rows' || !Array.isArray(value) || !Array.isArray(stored)) return isSameValue(value, stored)
  const isSameItem = (item: unknown, index: number) => {
    const storedItem: unknown = stored[index]
    return isObject(item) && isObject(storedItem) && Object.entries(item).every(([name, itemValue]) => isSameValue(itemValue, storedItem[name]))
  }
  return value.length === stored.length && value.every(isSameItem)
}

const errorOf = (access: Access, path: string, label: string): string => (isHidden(access, path) ? unknownField() : notWritable(label))

const isHidden = ({ resource, role }: Access, path: string): boolean => fieldPermission(resource, role, path).get === 'hidden'

const withoutFields = (values: RecordValues, fields: readonly Field[]): RecordValues =>
  fields.length === 0 ? values : Object.fromEntries(Object.entries(values).filter(([name]) => !fields.some((field) => field.name === name)))
