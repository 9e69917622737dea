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

export { sortableFields } from '../../schema/access/sortable-fields'
export { hasUnmaskedList } from '../../schema/access/unmasked-list'

/**
 * Returns the resource as the caller sees it: without the fields, operations and actions that its schema file hides
 * from the role.
 */
export const resourceView = ({ scope }: Scoped, resource: Resource): RoleView =>
  resourceForRole(resource, roleOf(scope))

/**
 * Returns the function that removes the fields of a record that are hidden from the caller, and masks personal data.
 * The rights for lists and for single records differ.
 */
export const recordViewFor = (caller: Scoped, resource: Resource, operation: 'list' | 'get'): RecordView =>
  recordAccess(caller, resource, operation).view

/** Returns whether the caller sees some personal data of the resource in full. Such access must be audited. */
export const canSeeUnmasked = (caller: Scoped, resource: Resource, operation: 'list' | 'get'): boolean =>
  recordAccess(caller, resource, operation).canSeeUnmasked

/** What a viewer sees of the records of a resource. */
interface RecordAccess {
  readonly view: RecordView
  readonly canSeeUnmasked: boolean
}

const recordAccess = (caller: Scoped, resource: Resource, operation: 'list' | 'get'): RecordAccess => {
  const viewer = viewerOf(caller, resource)
  const accesses = accessesByResource.get(resource) ?? new Map<string, RecordAccess>()
  const cacheKey = [operation, viewer.role, viewer.canUnmask].join()
  const access = accesses.get(cacheKey) ?? newRecordAccess(resource, operation, viewer)
  accessesByResource.set(resource, accesses.set(cacheKey, access))
  return access
}

/** The access to the records of each resource, by operation and viewer. Each is computed once. */
const accessesByResource = new WeakMap<Resource, Map<string, RecordAccess>>()

const newRecordAccess = (resource: Resource, operation: 'list' | 'get', viewer: RecordViewer): RecordAccess => ({
  view: recordView(resource, operation, viewer),
  canSeeUnmasked: personalFields(resource.fields).some(
    (field) => fieldVisibility(resource, field, operation, viewer) === 'full',
  ),
})

/** Returns the record view of a list whose personal data are masked only where they are masked on the detail page. */
export const unmaskedListView = (caller: Scoped, resource: Resource): RecordView => {
  const [listView, detailView] = [recordViewFor(caller, resource, 'list'), recordViewFor(caller, resource, 'get')]
  return (record, row) => {
    const detail = detailView(record, row)
    return Object.fromEntries(
      Object.entries(listView(record, row)).map(([name, value]) => [name, name in detail ? detail[name] : value]),
    )
  }
}

/**
 * Throws a refusal unless the caller may read the list with unmasked personal data.
 * A role may read it if detail pages show the role some of these data unmasked.
 */
export const requireUnmaskedList = ({ scope }: Scoped, resource: Resource): void => {
  if (!canReadUnmaskedList(resource, roleOf(scope)))
    throw new Refusal('9001', '您的角色看到的個人資料是遮蔽的，請匯出遮蔽的內容。')
}

/**
 * Returns whether a field is hidden, masked or visible in full to the caller on the detail page.
 * A field of list items is named by its path, such as `FeeItems.Amount`.
 */
export const visibilityInDetail = (caller: Scoped, resource: Resource, name: string): Visibility => {
  // Only personal data can be masked without a permission in the schema file. For all other fields, the name is enough.
  const field = personalFields(resource.fields).find((personal) => personal.name === name) ?? { name }
  // For a role without access to the detail page, the rights for lists apply.
  return fieldVisibility(
    resource,
    field,
    canOperate(resource, roleOf(caller.scope), 'get') ? 'get' : 'list',
    viewerOf(caller, resource),
  )
}

/**
 * Returns whether a field is hidden from the caller in lists.
 * Lists and reports cannot filter by a hidden field, group by it or total it.
 */
export const isHiddenInLists = ({ scope }: Scoped, resource: Resource, name: string): boolean =>
  fieldPermission(resource, roleOf(scope), name).list === 'hidden'

/**
 * Returns whether a bank user reads records of companies with personal data.
 * Such access must be audited even if the data are masked.
 */
export const isBankReadingPersonalData = ({ scope }: Scoped, { tenant, fields }: Resource): boolean =>
  scope.kind === 'bank' && tenant !== 'shared' && personalFields(fields).length > 0

const viewerOf = (caller: Scoped, resource: Resource): RecordViewer => {
  const role = roleOf(caller.scope)
  return {
    role,
    canUnmask:
      role !== '' &&
      (isEditedFromList(resource) ? hasRight(caller, resource, 'Update') : !isPersonalDataMaskedFor(role)),
  }
}

/**
 * Returns the operation whose permissions apply to a list: for one from which forms are filled, that of detail pages,
 * because a form would otherwise send masked values back.
 * The bank lists the records of all companies, so its users see them as in any list, unless the list finds one record.
 */
export const operationOfList = ({ scope }: Scoped, resource: Resource, findsOneRecord: boolean): 'list' | 'get' =>
  isEditedFromList(resource) && (findsOneRecord || scope.kind !== 'bank') ? 'get' : 'list'

/**
 * Returns whether forms are filled from the list, because no call returns a single record.
 * Only a role that may change records sees unmasked values there.
 */
const isEditedFromList = ({ endpoints }: Resource): boolean =>
  !endpoints.operations.includes('get') && endpoints.operations.includes('update')
