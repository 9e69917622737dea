import type { Endpoint } from '../../contract/endpoints'
import { isBankRole, pageNames, type Right, rightsOf } from '../../domain/access/roles'
import { Refusal } from '../../domain/refusal'
import { canOperate } from '../../schema/access/permissions'
import {
  actionCalls,
  bulkPreviewCalls,
  callIdOf,
  historyCallId,
  importCalls,
  listWorkbookCallId,
  reportCallIds,
  reportFileCallId,
  rightForOperation,
  tabsCallId,
  unmaskedListId,
} from '../../schema/calls/endpoints'
import { type Operation, operations, type RecordValues } from '../../schema/language/language'
import type { ConditionalOperation } from '../../schema/language/permission'
import { isReport, type Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { isAllowed } from '../../schema/rules/condition'
import { notAllowedByCondition } from '../../schema/rules/messages'
import { type Call, HttpRefusal } from '../call'
import { conditionContextOf } from '../context'
import type { RecordContext } from '../record-context'
import type { Scope } from '../scope'
import { roleOf, type Scoped } from './caller'

/** Returns whether a session may make a call. */
export type CallAccess = (call: { readonly id: string; readonly endpoint: Endpoint }, scope: Scope) => boolean

/**
 * Returns the function that checks calls.
 * A role may make a call if it has the right that the call needs on its page, and no schema file denies the call to it.
 */
export const callAccess = (schemas: SchemaSet): CallAccess => {
  const rules = callRules(schemas)
  return ({ id, endpoint: { page, right } }, scope) => {
    const role = roleOf(scope)
    if (
      page &&
      right &&
      !(schemas.has(page) ? pageRights(role, schemas.get(page)) : rightsOf(role, page)).includes(right)
    )
      return false
    // The rules restrict roles; a session without a role, such as a payer's, is subject to none.
    return role === '' || (rules.get(id) ?? []).every((rule) => rule(role))
  }
}

/** Returns whether the caller has a right on the page of a resource. */
export const hasRight = ({ scope }: Scoped, resource: Resource, right: Right): boolean =>
  pageRights(roleOf(scope), resource).includes(right)

/** Returns whether the caller may query the list of a resource. */
export const canList = (caller: Scoped, resource: Resource): boolean =>
  hasRight(caller, resource, 'Query') && canOperate(resource, roleOf(caller.scope), 'list')

/**
 * Returns a role's rights on a page: for pages in the bank's table of rights those of the table, for all other pages
 * default rights.
 * Pages in the menu group `bank` are for bank users only.
 * Permissions in a schema file narrow the rights of the table, and replace the default rights.
 */
export const pageRights = (role: string, page: Resource): readonly Right[] => {
  const declared = page.permissions[role]?.operations
  if (pageNames.some((name) => name === page.name))
    return declared ? narrowRights(rightsOf(role, page.name), declared) : rightsOf(role, page.name)
  if (page.menu?.group === 'bank' && !isBankRole(role)) return []
  if (declared) return rightsForOperations(declared)
  return page.tenant === 'shared' ? sharedRights(role) : rightsOf(role, basicDataPage)
}

/**
 * Throws a refusal if the caller may not query the page of this resource.
 * A resource without a page needs no right.
 */
export const requireQueryRight = (call: Pick<Call, 'scope' | 'schemas'>, name: string): void => {
  const resource = call.schemas.get(name)
  if (resource.page && !hasRight(call, resource, 'Query'))
    throw new HttpRefusal(403, `您沒有查詢「${resource.label}」的權限，請洽貴公司的管理者。`)
}

/**
 * Throws a refusal unless the caller may change records of this kind.
 * Shared reference data, and the records of a resource without a page, may be changed only by operators of the bank.
 */
export const requireBankOperatorForSharedData = ({ scope }: Scoped, resource: Resource): void => {
  if ((resource.tenant === 'shared' || !resource.page) && !(scope.kind === 'bank' && scope.role === 'BankOperator')) {
    throw new HttpRefusal(403, `${resource.label}由銀行維護，您沒有異動的權限。`)
  }
}

/**
 * Throws a refusal (2006) if a record does not meet the preconditions of its schema file for a change or a deletion.
 */
export const requirePreconditions = (
  context: RecordContext,
  resource: Resource,
  operation: ConditionalOperation,
  record: RecordValues,
): void => {
  if (!isAllowed(resource, operation, record, conditionContextOf(context)))
    throw new Refusal(
      '2006',
      notAllowedByCondition(`這${resource.unit}${resource.noun}`, { update: '修改', delete: '刪除' }[operation]),
    )
}

const rightsForOperations = (declared: readonly Operation[]): readonly Right[] =>
  declared.length === 0 ? [] : [...new Set<Right>(['Use', ...declared.map(rightForOperation)])]

// Operations of a schema file cannot remove rights that no operation needs, such as Approve.
const narrowRights = (rights: readonly Right[], declared: readonly Operation[]): readonly Right[] => {
  const granted = rightsForOperations(declared)
  return rights.filter((right) => granted.includes(right) || !operationRights.includes(right))
}

const operationRights: readonly Right[] = ['Use', 'Query', 'Create', 'Update', 'Delete']

/**
 * Pages that are not in the bank's table of rights, and whose records belong to companies, have the same rights as this
 * page.
 */
const basicDataPage = 'fee'

/**
 * Returns the rights on shared reference data: operators of the bank may change the records; all other roles of the
 * bank, and roles of companies with rights on basic data, may only read them.
 */
const sharedRights = (role: string): readonly Right[] => {
  if (role === 'BankOperator') return operationRights
  return isBankRole(role) || rightsOf(role, basicDataPage).length > 0 ? ['Use', 'Query'] : []
}

/** Returns whether a role may make a call. */
type RoleRule = (role: string) => boolean

/**
 * Returns the rules that schema files set for calls.
 * A role needs the right on the page, and all rules of the call must allow it.
 */
const callRules = ({ resources }: SchemaSet): ReadonlyMap<string, readonly RoleRule[]> => {
  const rules = new Map<string, RoleRule[]>()
  const add = (id: string, rule: RoleRule) => rules.set(id, [...(rules.get(id) ?? []), rule])
  for (const resource of resources) {
    for (const operation of operations)
      add(callIdOf(resource, operation), (role) => canOperate(resource, role, operation))
    add(unmaskedListId(resource), (role) => canOperate(resource, role, 'list') && canOperate(resource, role, 'get'))
    add(tabsCallId(resource), (role) => canOperate(resource, role, 'list'))
    add(historyCallId(resource), (role) => canOperate(resource, role, 'get'))
    for (const id of isReport(resource)
      ? reportCallIds(resource).flatMap((rows) => [rows, reportFileCallId(rows)])
      : [])
      add(id, (role) => canOperate(resource, role, 'list'))
    const workbookCall = listWorkbookCallId(resource)
    if (workbookCall) add(workbookCall, (role) => canOperate(resource, role, 'list'))
    // An import creates records, or does something with existing ones.
    const importOperation = resource.import?.action ? 'update' : 'create'
    for (const call of importCalls)
      add(`${resource.endpoints.controller}.${call}`, (role) => canOperate(resource, role, importOperation))
    for (const { id, action } of actionCalls(resource)) {
      add(id, (role) => action.roles?.includes(role) ?? canOperate(resource, role, 'update'))
    }
    for (const { id, action } of bulkPreviewCalls(resource)) {
      add(
        id,
        (role) => action.roles?.includes(role) ?? canOperate(resource, role, action.set ? 'update' : 'multiDelete'),
      )
    }
  }
  for (const id of new Set(actionsWithCall(resources).map(({ call }) => call))) {
    // Several buttons can make the same call. A role may make the call if it may use at least one of them.
    const rolesOfButtons = actionsWithCall(resources).flatMap((action) => (action.call === id ? [action.roles] : []))
    add(id, (role) => rolesOfButtons.some((roles) => roles === undefined || roles.includes(role)))
  }
  return rules
}

/**
 * Returns the actions that make a call of the contract.
 * (`actionCalls` returns the generated calls of actions with `set`.)
 */
const actionsWithCall = (resources: readonly Resource[]) =>
  resources.flatMap(({ actions }) =>
    actions.flatMap(({ call, roles }) => (call === undefined ? [] : [{ call, roles }])),
  )
