import { computedPropertyNames } from '../../contract/openapi/calls/record-additions'
import { fieldPermission, hasItemFieldPermissions, isWritable, itemFieldPath } from '../../schema/access/permissions'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import { type Field, isEntered, type ListField, type RecordValues } from '../../schema/language/types'
import { itemsOf, previousItem } from '../../schema/rules/list-items'
import { inItem, itemRemoved, notWritable, unknownField } from '../../schema/rules/messages'
import { isSameValue } from '../../schema/rules/record-rules'
import { throwIfFieldErrors } from '../context'
import { roleOf, type Scoped } from './caller'
import { recordViewFor } from './fields'

/**
 * Returns the part of an input that the caller may write.
 * In list items, fields that the caller may not write get their stored values.
 * Throws a refusal if the input would change a field that the caller may not write.
 * A hidden field is rejected with the same message as a field that does not exist.
 * A caller may send a record back as they read it: values that the server computes are left out, and so are masks, if
 * the caller reads the record masked.
 */
export const writableInput = (
  caller: Scoped,
  resource: Resource,
  input: RecordValues,
  before?: RecordValues,
): RecordValues => {
  const access: Access = {
    resource,
    role: roleOf(caller.scope),
    ...(before && { stored: { before, seen: recordViewFor(caller, resource, 'get')(before) } }),
  }
  const complete = withCompleteItems(access, withoutNames(input, computedPropertyNames(resource)))
  const sent = resource.fields.filter(({ name }) => name in complete)
  const unwritable = sent.filter(({ name }) => !isWritable(resource, name, before ? 'update' : 'create', access.role))
  const changed = unwritable.filter(
    (field) => isHidden(access, field.name) || isChanged(access, field, complete[field.name]),
  )
  throwIfFieldErrors(Object.fromEntries(changed.map(({ name, label }) => [name, errorOf(access, name, label)])))
  return withoutFields(complete, [...unwritable, ...sent.filter((field) => isSeenMask(field, complete, access.stored))])
}

/**
 * Returns whether the caller may replace the items of a list without sending their ids.
 * If the schema file has permissions for fields of the items, the ids are needed to find the stored values.
 */
export const canReplaceItems = ({ scope }: Scoped, resource: Resource, list: string): boolean =>
  !hasItemFieldPermissions(resource, roleOf(scope), list)

interface Access {
  readonly resource: Resource
  readonly role: string
  /** The stored record; undefined for a new record. */
  readonly stored?: StoredValues
}

/** The values of a stored record or of a stored item: as they are stored, and as the caller sees them. */
interface StoredValues {
  readonly before: RecordValues
  readonly seen: RecordValues
}

const withCompleteItems = (access: Access, input: RecordValues): RecordValues => {
  const lists = access.resource.fields.filter(
    (field): field is ListField => field.type === 'rows' && field.name in input && !isHidden(access, field.name),
  )
  if (lists.length === 0) return input
  const results = lists.map((list) => [list.name, completeItems(access, list, input[list.name])] as const)
  throwIfFieldErrors(Object.assign({}, ...results.map(([, { errors }]) => errors)))
  return { ...input, ...Object.fromEntries(results.map(([name, { items }]) => [name, items])) }
}

type ItemErrors = Readonly<Record<string, string>>

/**
 * Completes the items of a list with the stored values of the fields that the role may not write.
 * The `id` of an item is its position when the record was read.
 * An item without `id` is new; the permissions for new records apply to it.
 * A value that is not a list stays as it is, and the validation reports it.
 */
const completeItems = (
  access: Access,
  list: ListField,
  items: unknown,
): { readonly items: unknown; readonly errors: ItemErrors } => {
  const { resource, role, stored } = access
  const seenItems = itemsOf(stored?.seen[list.name])
  const isRestricted = hasItemFieldPermissions(resource, role, list.name)
  const isIdentified = isRestricted || seenItems.some(({ id }) => id !== undefined)
  if (!isIdentified || !Array.isArray(items) || !items.every(isObject)) return { items, errors: {} }
  const identified = isRestricted ? items : withIdsOfUnchanged(list, items, seenItems)
  const results = identified.map((item, index): { readonly item: RecordValues; readonly errors: ItemErrors } => {
    const before = previousItem(stored?.before[list.name], item)
    const isRepeatedId = identified.findIndex(({ id }) => id === item.id) < index
    const isUnknownItem = stored && item.id !== undefined && (!before || isRepeatedId)
    if (isUnknownItem) return { item, errors: { [list.name]: itemRemoved(index + 1) } }
    return completeItem(access, list, {
      item,
      index,
      ...(before && { storedItem: { before, seen: previousItem(seenItems, item) ?? before } }),
    })
  })
  return { items: results.map(({ item }) => item), errors: Object.assign({}, ...results.map(({ errors }) => errors)) }
}

/**
 * Gives an item without `id` that of a stored item with the same values, unless another item has it.
 * So an unchanged item preserves its orphaned and masked values even if the caller omits the ids.
 */
const withIdsOfUnchanged = (
  { fields }: ListField,
  items: readonly RecordValues[],
  seenItems: readonly RecordValues[],
): readonly RecordValues[] => {
  const entered = fields.filter(isEntered)
  const free = seenItems.filter(({ id }) => !items.some((item) => item.id === id))
  return items.map((item) => {
    if (item.id !== undefined) return item
    const index = free.findIndex((seen) => entered.every(({ name }) => isSameValue(item[name], seen[name])))
    const [same] = index === -1 ? [] : free.splice(index, 1)
    return same ? { ...item, id: same.id } : item
  })
}

const completeItem = (
  { resource, role }: Access,
  list: ListField,
  {
    item,
    index,
    storedItem,
  }: { readonly item: RecordValues; readonly index: number; readonly storedItem?: StoredValues },
) => {
  const path = ({ name }: Field) => itemFieldPath(list.name, name)
  const entered = list.fields.filter(isEntered)
  const unwritable = entered.filter(
    (field) => !isWritable(resource, path(field), storedItem ? 'update' : 'create', role),
  )
  const itemAccess: Access = { resource, role, ...(storedItem && { stored: storedItem }) }
  const errors = unwritable
    .filter(
      (field) =>
        field.name in item && (isHidden(itemAccess, path(field)) || isChanged(itemAccess, field, item[field.name])),
    )
    .map((field) => [
      `${list.name}.${index}.${field.name}`,
      inItem(index + 1, errorOf(itemAccess, path(field), field.label)),
    ])
  const kept = [...unwritable, ...entered.filter((field) => isSeenMask(field, item, storedItem))]
  const storedValues = kept.flatMap(({ name }) =>
    storedItem && name in storedItem.before ? [[name, storedItem.before[name]]] : [],
  )
  return {
    item: { ...withoutFields(item, kept), ...Object.fromEntries(storedValues) },
    errors: Object.fromEntries(errors),
  }
}

/**
 * Returns whether the value of a field that the caller may not write differs from what is stored and from what the
 * caller sees.
 * Values that users do not enter may differ, because they are ignored.
 * A new record or item may contain the default value.
 */
const isChanged = ({ stored }: Access, field: Field, value: unknown): boolean => {
  if (!isEntered(field)) return false
  if (!stored) return !isSameValue(value, field.default)
  return !isSameInput(field, value, stored.before[field.name]) && !isSameValue(value, stored.seen[field.name])
}

/**
 * Returns whether a value is the mask that the caller sees instead of the stored value.
 * Sending it back changes nothing.
 * A mask of a value that the caller sees in full is rejected by the validation.
 */
const isSeenMask = ({ name, personal }: Field, values: RecordValues, stored: StoredValues | undefined): boolean =>
  personal !== undefined &&
  stored !== undefined &&
  values[name] === stored.seen[name] &&
  values[name] !== stored.before[name]

/**
 * Returns whether an input equals the stored value of a field.
 * In list items, only the fields that the input contains are compared: computed fields may be absent, and the order of
 * fields does not matter.
 */
export const isSameInput = (field: Field, value: unknown, stored: unknown): boolean => {
  if (field.type !== 'rows' || !Array.isArray(value) || !Array.isArray(stored)) return isSameValue(value, stored)
  const isSameItem = (item: unknown, index: number) => {
    const storedItem: unknown = stored[index]
    return (
      isObject(item) &&
      isObject(storedItem) &&
      Object.entries(item).every(([name, itemValue]) =>
        name === 'id' ? itemValue === String(index + 1) : isSameValue(itemValue, storedItem[name]),
      )
    )
  }
  return value.length === stored.length && value.every(isSameItem)
}

const errorOf = (access: Access, path: string, label: string): string =>
  isHidden(access, path) ? unknownField() : notWritable(label)

const isHidden = ({ resource, role }: Access, path: string): boolean =>
  fieldPermission(resource, role, path).get === 'hidden'

const withoutFields = (values: RecordValues, fields: readonly Field[]): RecordValues =>
  withoutNames(
    values,
    fields.map(({ name }) => name),
  )

const withoutNames = (values: RecordValues, names: readonly string[]): RecordValues =>
  names.length === 0 ? values : Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
