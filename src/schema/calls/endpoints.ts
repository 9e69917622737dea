import type { Right } from '../../domain/access/roles'
import type { Action } from '../language/action'
import { hasRecords, isReport, type ReportResource, type Resource } from '../language/resource'
import { isEntered, type Operation, operations } from '../language/types'

/** An endpoint generated from a schema, with the same properties as an endpoint of the contract. */
export interface ResourceEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, relative to the base path of the API. Parameters begin with a colon. */
  readonly path: string
  readonly session: 'company'
  readonly body?: 'json' | 'multipart'
  readonly response: 'data' | 'list' | 'file'
  readonly page?: string
  readonly right?: Right
  readonly storesNothing?: true
}

/**
 * Returns the id and endpoint of each generated call of a resource.
 * A call of the contract with the same id takes precedence.
 */
export const resourceEndpoints = (
  resource: Resource,
): Partial<Record<Operation, { readonly id: string; readonly endpoint: ResourceEndpoint }>> =>
  Object.fromEntries(
    operations
      .filter((operation) => resource.endpoints.operations.includes(operation))
      .map((operation) => [
        operation,
        { id: callIdOf(resource, operation), endpoint: endpointOf(resource, operation) },
      ]),
  )

/** Returns the right that an operation needs on the resource's page. */
export const rightForOperation = (operation: Operation): Right => operationCalls[operation].right

/**
 * Returns the id of the call for an operation of a resource.
 * It is derived from the controller, unless the schema file names the call of the list.
 */
export const callIdOf = ({ endpoints }: Pick<Resource, 'endpoints'>, operation: Operation): string =>
  (operation === 'list' ? endpoints.listCall : undefined) ?? defaultCallId(endpoints.controller, operation)

/** Returns the default id of a controller's call for an operation, such as `fee.GetAllSelectList`. */
export const defaultCallId = (controller: string, operation: Operation): string =>
  `${controller}.${operation === 'selectList' ? 'GetAllSelectList' : operation}`

const endpointOf = (resource: Resource, operation: Operation): ResourceEndpoint => {
  const { method, path, right, body } = operationCalls[operation]
  const recordPath = resource.key.map((name) => `/:${name}`).join('')
  // The specification has no page for one record of a view, except where the contract has a call with the same id.
  const base = isExtensionOfView(resource, operation) ? extensionBase(resource) : resource.endpoints.base
  return {
    method,
    path: base + path.replace('{record}', recordPath),
    session: 'company',
    response: operation === 'list' ? 'list' : 'data',
    ...(body
      ? { body: hasFiles(resource) && (operation === 'create' || operation === 'update') ? 'multipart' : 'json' }
      : {}),
    ...(resource.page ? { page: resource.name, right } : {}),
  }
}

/** Checks whether an operation of a view is an extension, unless the contract has a call with its id. */
export const isExtensionOfView = ({ kind }: Pick<Resource, 'kind'>, operation: Operation): boolean =>
  kind === 'view' && operation !== 'list'

/** Checks whether the forms of a resource contain files and are therefore sent as multipart. */
export const hasFiles = ({ fields }: Pick<Resource, 'fields'>): boolean =>
  fields.some((field) => field.type === 'file' && isEntered(field))

const operationCalls: Record<
  Operation,
  { method: ResourceEndpoint['method']; path: string; right: Right; body?: true }
> = {
  list: { method: 'GET', path: '', right: 'Query' },
  get: { method: 'GET', path: '{record}', right: 'Query' },
  create: { method: 'POST', path: '', right: 'Create', body: true },
  update: { method: 'PUT', path: '{record}', right: 'Update', body: true },
  delete: { method: 'DELETE', path: '{record}', right: 'Delete' },
  multiDelete: { method: 'DELETE', path: '/MultiDelete', right: 'Delete', body: true },
  selectList: { method: 'GET', path: '/GetAllSelectList', right: 'Use' },
}

/**
 * A generated call of an action with `set`, for one record or for several.
 * (An action with `call` names a call of the contract instead.)
 */
export interface ActionCall {
  readonly id: string
  readonly action: Action
  readonly isBulk: boolean
  readonly endpoint: ResourceEndpoint
}

/**
 * Returns the calls of the actions with `set`: `POST /Ext/Coupon/{key}/Stop` for one record, `POST
 * /Ext/Coupon/MultiStop` for several.
 * They are not part of the specification.
 */
export const actionCalls = (resource: Resource): readonly ActionCall[] =>
  resource.actions
    .filter(({ set }) => set)
    .flatMap((action) => [
      ...(action.on.includes('row') ? [actionCallOf(resource, action, false)] : []),
      ...(action.on.includes('bulk') ? [actionCallOf(resource, action, true)] : []),
    ])

/** Returns the id of the generated call of an action with `set`, for one record or for several. */
export const actionCallId = (
  { endpoints }: Pick<Resource, 'endpoints'>,
  { name }: Pick<Action, 'name'>,
  isBulk: boolean,
): string => `${endpoints.controller}.${isBulk ? `Multi${name}` : name}`

const actionCallOf = (resource: Resource, action: Action, isBulk: boolean): ActionCall => {
  const { key, page, name } = resource
  const recordPath = key.map((keyField) => `/:${keyField}`).join('')
  return {
    id: actionCallId(resource, action, isBulk),
    action,
    isBulk,
    endpoint: {
      method: 'POST',
      path: `${extensionBase(resource)}${isBulk ? `/Multi${action.name}` : `${recordPath}/${action.name}`}`,
      session: 'company',
      body: 'json',
      response: 'data',
      // If the action declares no roles, the caller needs the right to change records.
      ...(page ? { page: name, right: action.roles ? 'Query' : 'Update' } : {}),
    },
  }
}

/** A generated call that returns what a bulk action would do to each record, without doing it. */
export type BulkPreviewCall = Omit<ActionCall, 'isBulk'>

/**
 * Returns the id of the call that previews a bulk action.
 * It is derived from the call of the action: `Payer.PreviewMultiDelete`, `Coupon.PreviewMultiStop`.
 */
export const bulkPreviewId = (resource: Pick<Resource, 'endpoints'>, action: Pick<Action, 'name' | 'call'>): string => {
  const [controller = '', name = ''] = (action.call ?? actionCallId(resource, action, true)).split('.')
  return `${controller}.Preview${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/**
 * Returns the previews of the bulk actions that need no code of their own: those with `set`, and the deletion of
 * several records.
 * They are not part of the specification.
 */
export const bulkPreviewCalls = (resource: Resource): readonly BulkPreviewCall[] =>
  resource.actions
    .filter(({ on, set, call }) => on.includes('bulk') && (set || call === callIdOf(resource, 'multiDelete')))
    .map((action) => {
      const id = bulkPreviewId(resource, action)
      const { page, right } = action.set
        ? actionCallOf(resource, action, true).endpoint
        : endpointOf(resource, 'multiDelete')
      const path = `${extensionBase(resource)}/${id.split('.')[1]}`
      return {
        id,
        action,
        endpoint: {
          method: 'POST',
          path,
          session: 'company',
          body: 'json',
          response: 'data',
          page,
          right,
          storesNothing: true,
        },
      }
    })

/**
 * Returns the base path of the calls of a resource that are not part of the specification.
 * The base path of a resource without a page already begins with `/Ext`.
 */
const extensionBase = ({ endpoints, page }: Pick<Resource, 'endpoints' | 'page'>): string =>
  page ? `/Ext${endpoints.base}` : endpoints.base

/**
 * Returns the id of the call that returns a list as a workbook; undefined if no action has `"on": "list"`.
 * An action on the list always downloads the workbook.
 */
export const listWorkbookCallId = ({ actions }: Pick<Resource, 'actions'>): string | undefined =>
  actions.find(({ on }) => on.includes('list'))?.call

/** The calls of an import: the template, the preview of a file, the check of all its rows, and the import itself. */
export const importCalls = ['ImportTemplate', 'PreviewImport', 'CheckImport', 'Import'] as const
export type ImportCall = (typeof importCalls)[number]

/** Returns the id of a call of an import, such as `Coupon.CheckImport`. */
export const importCallId = ({ endpoints }: Pick<Resource, 'endpoints'>, call: ImportCall): string =>
  `${endpoints.controller}.${call}`

/** Returns the endpoint of a call of an import. The call is not part of the specification. */
export const importEndpoint = (
  { name, endpoints, import: spec }: Pick<Resource, 'name' | 'endpoints' | 'import'>,
  call: ImportCall,
): ResourceEndpoint => ({
  path: `/Ext${endpoints.base}/${call}`,
  session: 'company',
  page: name,
  right: spec?.action ? 'Update' : 'Create',
  ...(call === 'ImportTemplate'
    ? { method: 'GET', response: 'file' }
    : { method: 'POST', body: 'multipart', response: 'data' }),
  ...(call === 'PreviewImport' || call === 'CheckImport' ? { storesNothing: true } : {}),
})

/** Returns the calls of an import by id; none if the schema declares no import. */
export const importEndpoints = (resource: Resource): Readonly<Record<string, ResourceEndpoint>> =>
  resource.import
    ? Object.fromEntries(importCalls.map((call) => [importCallId(resource, call), importEndpoint(resource, call)]))
    : {}

/** Returns the id of the call for a list with unmasked personal data, such as `Payer.GetFullList`. */
export const unmaskedListId = ({ endpoints }: Pick<Resource, 'endpoints'>): string =>
  `${endpoints.controller}.GetFullList`

/**
 * Returns the endpoint of the list with unmasked personal data, for exports.
 * The call is not part of the specification.
 */
export const unmaskedListEndpoint = ({ name, endpoints }: Pick<Resource, 'name' | 'endpoints'>): ResourceEndpoint => ({
  method: 'GET',
  path: `/Ext${endpoints.base}/GetFullList`,
  session: 'company',
  response: 'list',
  page: name,
  right: 'Query',
})

/**
 * Returns the id of the call for the counts and sums of a list's tabs, such as `Coupon.GetTabs`.
 * Pages that share a controller have the name of their list call in it.
 */
export const tabsCallId = ({ endpoints }: Pick<Resource, 'endpoints'>): string =>
  endpoints.listCall ? `${endpoints.listCall}Tabs` : `${endpoints.controller}.GetTabs`

/**
 * Returns the endpoint for the counts and sums of a list's tabs.
 * The call is not part of the specification.
 */
export const tabsEndpoint = (resource: Resource): ResourceEndpoint => ({
  method: 'GET',
  path: `${extensionBase(resource)}/${tabsCallId(resource).split('.')[1]}`,
  session: 'company',
  response: 'data',
  ...(resource.page ? { page: resource.name, right: 'Query' } : {}),
})

/** Checks whether the records of a resource have a detail page, which shows their history. */
export const hasHistory = ({ kind, page, endpoints }: Pick<Resource, 'kind' | 'page' | 'endpoints'>): boolean =>
  hasRecords({ kind }) && page && endpoints.operations.includes('get')

/** Returns the id of the call for the history of a record, such as `Coupon.GetHistory`. */
export const historyCallId = ({ endpoints }: Pick<Resource, 'endpoints'>): string =>
  `${endpoints.controller}.GetHistory`

/**
 * Returns the endpoint for the history of a record, which needs the right to read the record.
 * The call is not part of the specification.
 */
export const historyEndpoint = (resource: Resource): ResourceEndpoint => ({
  method: 'GET',
  path: `${extensionBase(resource)}${resource.key.map((name) => `/:${name}`).join('')}/GetHistory`,
  session: 'company',
  response: 'data',
  page: resource.name,
  right: rightForOperation('get'),
})

/** Returns the ids of the calls that return the rows of a report, one for each of its forms. */
export const reportCallIds = (report: ReportResource): readonly string[] =>
  report.report.forms.length === 0 ? [callIdOf(report, 'list')] : report.report.forms.map(({ call }) => call)

/**
 * Returns the id of the call that returns the rows of a report as a file: that of the call with its rows, and `File`,
 * such as `ReportPrint.WriteOffReportFile`.
 */
export const reportFileCallId = (rowsCallId: string): string => `${rowsCallId}File`

/**
 * Returns the calls of a report for files by id; none if the page is not a report.
 * They are not part of the specification.
 */
export const reportFileEndpoints = (resource: Resource): Readonly<Record<string, ResourceEndpoint>> =>
  isReport(resource)
    ? Object.fromEntries(
        reportCallIds(resource).map((rowsCallId) => {
          const id = reportFileCallId(rowsCallId)
          return [
            id,
            {
              method: 'GET',
              path: `/Ext/${id.replace('.', '/')}`,
              session: 'company',
              response: 'file',
              page: resource.name,
              right: 'Query',
            },
          ]
        }),
      )
    : {}
