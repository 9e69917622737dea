import { listParams } from '../../../contract/list-query'
import { tenantFields } from '../../../domain/access/roles'
import type { Field } from '../../../schema/language/types'
import { hasPartFilter } from '../../../schema/rules/list-filters'
import { throwIfFieldErrors } from '../../context'
import type { ListCall } from './list-condition'
import { isLongList, type ListNumber, maxCounted } from './list-number'

/** Returns whether an index has the records of a list in the order of a field, so that a page is soon complete. */
export const hasOrderIndex = (call: ListCall, { name, index, unique, uniqueWhere }: Field): boolean => {
  const { visible } = call.plan
  if (name === visible.list.sort.field || visible.key.includes(name)) return true
  const isIndexed = unique ? uniqueWhere === undefined : index === true && !hasPartFilter(visible, name)
  return isIndexed && isOfOneTenant(call)
}

/** Returns whether a list has the records of one tenant. Indexes of fields begin with the tenant. */
const isOfOneTenant = ({ context: { scope }, plan: { visible }, parsed }: ListCall): boolean =>
  visible.tenant === 'shared' ||
  parsed.filters.some(({ field, values }) => field.name === visible.tenant && values.length === 1) ||
  (scope.kind === 'company' && (visible.tenant === tenantFields.company || scope.applyCodes.length === 1))

/**
 * Returns the names of the fields by which a list cannot be sorted, because it is long and no index has their order.
 * The screen does not offer them.
 */
export const notSortable = (call: ListCall, number: ListNumber): readonly string[] =>
  isLongList(number) ? call.plan.sortable.filter((field) => !hasOrderIndex(call, field)).map(({ name }) => name) : []

/** Throws a refusal (2002) if a list is too long for its order, all of whose records would have to be sorted. */
export const requireSortable = (call: ListCall, number: ListNumber): void => {
  const { field } = call.parsed.sort
  if (isLongList(number) && !hasOrderIndex(call, field))
    throwIfFieldErrors({
      [listParams.sortField]: `符合條件的資料超過 ${maxCounted.toLocaleString('en')} 筆，不能依「${field.label}」排序。請先縮小查詢條件，例如選擇代收期別，再依此欄位排序。`,
    })
}
