import { isPersonalDataMaskedFor } from '../../domain/access/roles'
import { Refusal } from '../../domain/refusal'
import { canOperate, fieldPermission, fieldVisibility, type RecordViewer } from '../../schema/access/permissions'
import { type RecordView, recordView } from '../../schema/access/record-view'
import { resourceForRole } from '../../schema/access/resource-for-role'
import { canReadUnmaskedList, personalFields } from '../../schema/access/unmasked-list'
import type { Visibility } from '../../schema/language/permission'
import type { Resource, RoleView } from '../../schema/language/resource'
import { roleOf, type Scoped } from './caller'
import { hasRight } from './operations'

export { sortableFields } from '../../schema/access/form-view'
export { hasUnmaskedList } from '../../schema/access/unmasked-list'

/** Returns the resource as the caller sees it: without the fields, operations and actions that its schema file hides from the role. */
export const resourceView = ({ scope }: Scoped, resource: Resource): RoleView => resourceForRole(resource, roleOf(scope))

/** Returns a function that removes hidden fields from records and masks personal data, as the caller sees them in a list or in one record. */
export const recordViewFor = (caller: Scoped, resource: Resource, operation: 'list' | 'get'): RecordView => {
  const viewer = viewerOf(caller, resource)
  const views = viewsByResource.get(resource) ?? new Map<string, RecordView>()
  const cacheKey = [operation, viewer.role, viewer.canUnmask].join()
  const view = views.get(cacheKey) ?? recordView(resource, effectiveOperation(resource, operation), viewer)
  viewsByResource.set(resource, views.set(cacheKey, view))
  return view
}

/** The views of the records of a resource by operation and viewer; each is built once. */
const viewsByResource = new WeakMap<Resource, Map<string, RecordView>>()

/** Returns a function that shows the fields of a list as on the detail page: with personal data in full if the role sees them in full there. */
export const unmaskedListView = (caller: Scoped, resource: Resource): RecordView => {
  const [listView, detailView] = [recordViewFor(caller, resource, 'list'), recordViewFor(caller, resource, 'get')]
  return (record, row) => {
    const detail = detailView(record, row)
    return Object.fromEntries(Object.entries(listView(record, row)).map(([name, value]) => [name, name in detail ? detail[name] : value]))
  }
}

/** Throws a refusal unless the caller may read the list with unmasked personal data: they must see the same data on detail pages. */
export const requireUnmaskedList = ({ scope }: Scoped, resource: Resource): void => {
  if (!canReadUnmaskedList(resource, roleOf(scope))) throw new Refusal('9001', '您的角色看到的個人資料是遮蔽的，請匯出遮蔽的內容。')
}

/** Returns whether a field, or a column of a list field given by its path, is hidden, masked or visible in full to the caller on the detail page. */
export const visibilityInDetail = (caller: Scoped, resource: Resource, name: string): Visibility => {
  const field = personalFields(resource.fields).find((personal) => personal.name === name) ?? { name }
  // A role without access to the detail page sees the list only.
  return fieldVisibility(resource, field, canOperate(resource, roleOf(caller.scope), 'get') ? 'get' : 'list', viewerOf(caller, resource))
}

/** Returns whether a field is hidden from the caller in lists; lists and reports then cannot filter, group or total by it either. */
export const isHiddenInLists = ({ scope }: Scoped, resource: Resource, name: string): boolean =>
  fieldPermission(resource, roleOf(scope), name).list === 'hidden'

/** Returns whether the caller sees personal data in full, which must be audited. */
export const canSeeUnmasked = (caller: Scoped, resource: Resource, operation: 'list' | 'get'): boolean => {
  const viewer = viewerOf(caller, resource)
  return personalFields(resource.fields).some((field) => fieldVisibility(resource, field, effectiveOperation(resource, operation), viewer) === 'full')
}

/** Returns whether a bank user reads personal data of companies, which must be audited even where the data are masked. */
export const isBankReadingPersonalData = ({ scope }: Scoped, { tenant, fields }: Resource): boolean =>
  scope.kind === 'bank' && tenant !== 'shared' && personalFields(fields).length > 0

const viewerOf = (caller: Scoped, resource: Resource): RecordViewer => {
  const role = roleOf(caller.scope)
  return { role, canUnmask: role !== '' && (isEditedFromList(resource) ? hasRight(caller, resource, 'Update') : !isPersonalDataMaskedFor(role)) }
}

/**
 * Returns whether forms are filled from the list, because no call returns one record. A role that may change the record then reads it unmasked in the list,
 * because its form would otherwise send masked values back; all other roles read masked values.
 */
const isEditedFromList = ({ endpoints }: Resource): boolean => !endpoints.operations.includes('get') && endpoints.operations.includes('update')

const effectiveOperation = (resource: Resource, operation: 'list' | 'get'): 'list' | 'get' => (isEditedFromList(resource) ? 'get' : operation)
