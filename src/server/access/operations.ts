import type { Endpoint } from '../../contract/endpoints'
import { isBankRole, pageNames, type Right, rightsOf } from '../../domain/access/roles'
import { Refusal } from '../../domain/refusal'
import { canOperate } from '../../schema/access/permissions'
import { actionCalls, importCalls, listWorkbookCallId, operationId, rightForOperation, unmaskedListId } from '../../schema/calls/endpoints'
import { type Operation, operations, type RecordValues } from '../../schema/language/language'
import type { ConditionalOperation } from '../../schema/language/permission'
import type { Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { isAllowed } from '../../schema/rules/condition'
import { notAllowedByCondition } from '../../schema/rules/messages'
import { type Call, HttpRefusal, type Scope } from '../http/call'
import { conditionContextOf, type RecordContext } from '../records/context'
import { roleOf, type Scoped } from './caller'

/** Returns whether a session may make a call. */
export type CallAccess = (call: { readonly id: string; readonly endpoint: Endpoint }, scope: Scope) => boolean

/** Returns the function that checks calls: the role must have the right on the page, and no schema file denies it the call. */
export const callAccess = (schemas: SchemaSet): CallAccess => {
  const rules = callRules(schemas)
  return ({ id, endpoint: { page, right } }, scope) => {
    const role = roleOf(scope)
    if (page && right && !(schemas.has(page) ? pageRights(role, schemas.get(page)) : rightsOf(role, page)).includes(right)) return false
    return role === '' || (rules.get(id) ?? []).every((rule) => rule(role))
  }
}

/** Returns whether the caller has a right on the page of a resource. */
export const hasRight = ({ scope }: Scoped, resource: Resource, right: Right): boolean => pageRights(roleOf(scope), resource).includes(right)

/** Returns a role's rights on a page. Pages in the bank's table of rights follow the table; all other pages follow a general rule. The menu group `bank` is for bank users only. The permissions in a schema file narrow the rights of the table, and replace the general rule. */
export const pageRights = (role: string, page: Resource): readonly Right[] => {
  const declared = page.permissions[role]?.operations
  if (pageNames.some((name) => name === page.name)) return declared ? narrowRights(rightsOf(role, page.name), declared) : rightsOf(role, page.name)
  if (page.menu?.group === 'bank' && !isBankRole(role)) return []
  if (declared) return rightsForOperations(declared)
  return page.tenant === 'shared' ? sharedRights(role) : rightsOf(role, basicDataPage)
}

/** Throws a refusal if the caller of a report may not query the page that the report is about. */
export const requireQueryRight = (call: Pick<Call, 'scope' | 'schemas'>, name: string): void => {
  const page = call.schemas.get(name)
  if (page.page && !hasRight(call, page, 'Query')) throw new HttpRefusal(403, `您沒有查詢「${page.label}」的權限，請洽貴公司的管理者。`)
}

/** Throws a refusal if anyone but the bank's operators changes shared reference data or data without a page. */
export const requireBankOperatorForSharedData = ({ scope }: Scoped, resource: Resource): void => {
  if ((resource.tenant === 'shared' || !resource.page) && !(scope.kind === 'bank' && scope.role === 'BankOperator')) {
    throw new HttpRefusal(403, `${resource.label}由銀行維護，您沒有異動的權限。`)
  }
}

/** Throws the refusal 2006 if a record does not meet the preconditions that its schema file sets for a change or a deletion. */
export const requirePreconditions = (context: RecordContext, resource: Resource, operation: ConditionalOperation, record: RecordValues): void => {
  if (!isAllowed(resource, operation, record, conditionContextOf(context)))
    throw new Refusal('2006', notAllowedByCondition(`這${resource.unit}${resource.noun}`, { update: '修改', delete: '刪除' }[operation]))
}

const rightsForOperations = (declared: readonly Operation[]): readonly Right[] =>
  declared.length === 0 ? [] : [...new Set<Right>(['Use', ...declared.map(rightForOperation)])]

// A schema file cannot remove rights that belong to no operation, such as Approve.
const narrowRights = (rights: readonly Right[], declared: readonly Operation[]): readonly Right[] => {
  const granted = rightsForOperations(declared)
  return rights.filter((right) => granted.includes(right) || !operationRights.includes(right))
}

const operationRights: readonly Right[] = ['Use', 'Query', 'Create', 'Update', 'Delete']

/** The page whose rights in the bank's table also apply to every page outside the table that holds a company's own records. */
const basicDataPage = 'fee'

/** Returns the rights on reference data: every role may read them, and the bank's operators may change them. */
const sharedRights = (role: string): readonly Right[] => {
  if (role === 'BankOperator') return operationRights
  return isBankRole(role) || rightsOf(role, basicDataPage).length > 0 ? ['Use', 'Query'] : []
}

type Rule = (role: string) => boolean

/** Returns the rules of the schema files for calls; they narrow what the rights on the page allow. */
const callRules = ({ resources }: SchemaSet): ReadonlyMap<string, readonly Rule[]> => {
  const rules = new Map<string, Rule[]>()
  const add = (id: string, rule: Rule) => rules.set(id, [...(rules.get(id) ?? []), rule])
  for (const resource of resources) {
    for (const operation of operations) add(operationId(resource, operation), (role) => canOperate(resource, role, operation))
    add(unmaskedListId(resource), (role) => canOperate(resource, role, 'list') && canOperate(resource, role, 'get'))
    const workbookCall = listWorkbookCallId(resource)
    if (workbookCall) add(workbookCall, (role) => canOperate(resource, role, 'list'))
    // An import creates records.
    for (const call of importCalls) add(`${resource.endpoints.controller}.${call}`, (role) => canOperate(resource, role, 'create'))
    for (const { id, action } of actionCalls(resource)) {
      add(id, (role) => action.roles?.includes(role) ?? canOperate(resource, role, 'update'))
    }
  }
  for (const id of new Set(actionsWithCall(resources).map(({ call }) => call))) {
    // Several buttons can make the same call; a role needs access to at least one of them.
    const roles = actionsWithCall(resources).flatMap((action) => (action.call === id ? [action.roles] : []))
    add(id, (role) => roles.some((allowed) => allowed === undefined || allowed.includes(role)))
  }
  return rules
}

const actionsWithCall = (resources: readonly Resource[]) =>
  resources.flatMap(({ actions }) => actions.flatMap(({ call, roles }) => (call === undefined ? [] : [{ call, roles }])))
