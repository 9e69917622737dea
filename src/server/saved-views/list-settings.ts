import type { ColumnSetting, SavedViewRequest } from '../../contract/call-responses'
import { columnWidths, maxFilterLength } from '../../contract/saved-views'
import { hasRecords, type Resource, type RoleView } from '../../schema/language/resource'
import { isObject, isText } from '../../schema/language/shapes/shape'
import { isAddressFilter } from '../../schema/rules/list-filters'
import { resourceView, sortableFields } from '../access/fields'
import { canList } from '../access/operations'
import type { Call } from '../call'

/** The query and the columns of a list, as a user has set them. */
export type ListSettings = Pick<SavedViewRequest, 'Filter' | 'Sort' | 'Columns'>

/** Returns the list of a page as the caller's role sees it; undefined if there is none, or the caller may not query it. */
export const listOfPage = (call: Pick<Call, 'schemas' | 'scope'>, page: unknown): RoleView | undefined => {
  const resource = typeof page === 'string' && call.schemas.has(page) ? call.schemas.get(page) : undefined
  return resource && isListPage(resource) && canList(call, resource) ? resourceView(call, resource) : undefined
}

const isListPage = (resource: Resource): boolean => resource.page && hasRecords(resource)

/** Returns the settings without what the list does not have, and the names of what was removed. */
export const settingsOfList = (
  list: RoleView,
  { Filter, Sort, Columns }: ListSettings,
): { readonly settings: ListSettings; readonly removed: readonly string[] } => {
  const filters = Object.entries(Filter)
  const kept = filters.filter(([name, value]) => isAddressFilter(list, name, value))
  const sort = Sort !== null && isSort(list, Sort) ? Sort : null
  const names = columnNames(list)
  const columns = Columns.filter(({ Name }) => names.includes(Name))
  const removed = [
    ...filters.filter((filter) => !kept.includes(filter)).map(([name]) => name),
    ...(Sort === sort ? [] : [String(Sort).replace(/^-/, '')]),
    ...Columns.filter((column) => !columns.includes(column)).map(({ Name }) => Name),
  ]
  return {
    settings: { Filter: Object.fromEntries(kept), Sort: sort, Columns: columns },
    removed: [...new Set(removed)],
  }
}

/** Returns a message by key of a body for settings that are not those of the list; empty if all are. */
export const settingErrors = (
  list: RoleView,
  { Filter, Sort, Columns }: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> => {
  const filter = filterError(list, Filter)
  const columns = columnsError(list, Columns)
  const isSortValid = Sort === null || (typeof Sort === 'string' && isSort(list, Sort))
  return {
    ...(filter === undefined ? {} : { Filter: filter }),
    ...(isSortValid ? {} : { Sort: '這個清單不能依這個欄位排序。' }),
    ...(columns === undefined ? {} : { Columns: columns }),
  }
}

/** Returns the message for columns that the list does not have; undefined if all are valid. */
export const columnsError = (list: RoleView, columns: unknown): string | undefined => {
  const names = columnNames(list)
  if (!Array.isArray(columns) || columns.length > names.length || !columns.every(isColumnSetting))
    return '欄位設定的格式不正確。'
  const unknown = columns.find(({ Name }, index) => !names.includes(Name) || isRepeated(columns, index))
  return unknown && `清單沒有欄位「${unknown.Name}」，或重複了。`
}

const isRepeated = (columns: readonly ColumnSetting[], index: number): boolean =>
  columns.findIndex(({ Name }) => Name === columns[index]?.Name) < index

const isColumnSetting = (value: unknown): value is ColumnSetting =>
  isObject(value) &&
  isText(value.Name) &&
  (value.IsShown === undefined || typeof value.IsShown === 'boolean') &&
  (value.Width === undefined || isWidth(value.Width)) &&
  Object.keys(value).every((key) => ['Name', 'IsShown', 'Width'].includes(key))

const isWidth = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= columnWidths.min && Number(value) <= columnWidths.max

const filterError = (list: RoleView, filter: unknown): string | undefined => {
  if (!isObject(filter)) return '查詢條件的格式不正確。'
  if (JSON.stringify(filter).length > maxFilterLength) return '查詢條件太長，請減少條件後再儲存。'
  const [name] = Object.entries(filter).find(([key, value]) => !isAddressFilter(list, key, value)) ?? []
  return name === undefined ? undefined : `清單沒有查詢條件「${name}」、它的值不正確，或含個人資料而不能儲存。`
}

const columnNames = ({ list }: RoleView): readonly string[] => [...list.columns, ...list.optionalColumns]

const isSort = (list: RoleView, sort: string): boolean =>
  sortableFields(list).some(({ name }) => name === sort.replace(/^-/, ''))
