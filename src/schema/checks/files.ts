import { tenantFields } from '../../domain/access/roles'
import { defaultCallId } from '../calls/endpoints'
import { hasTable } from '../language/resource'
import type { Finding, RawObject } from '../language/shapes/shape'
import { operations } from '../language/types'
import { defaultOperations } from '../load/compile-resource'
import { columnName } from '../load/names'
import type { Check } from './check'
import { cannot, didYouMean, mustBe, mustHave, notImplemented, placeOf } from './check-messages'
import {
  actionsOf,
  controllerOf,
  type DeclaredSchema,
  namesAt,
  objectUnder,
  tableName,
} from './declared/declared-schema'
import { cannotFinding, fieldValueFindings, findingAt, mustBeFinding, notAResourceFinding } from './findings'
import { acceptableAdvice } from './problem'

/**
 * S105: the file name is valid and unique, because it becomes a route, a table and a menu entry.
 * If two files have the same name, the later one is reported.
 */
export const checkFileName: Check = (schema, { schemas }) => {
  const { name, raw } = schema
  if (!/^[A-Za-z][A-Za-z0-9]{0,49}$/.test(name))
    return [findingAt('S105', [], mustBe(`the file name '${name}'`, 'letters and digits, beginning with a letter'))]
  const earlier = schemas.slice(0, schemas.indexOf(schema))
  const duplicate = earlier.find(
    (other) => other.name.toLowerCase() === name.toLowerCase() || tableName(other) === tableName({ name, raw }),
  )
  return duplicate
    ? [
        findingAt(
          'S105',
          [],
          `the file name '${name}' conflicts with '${duplicate.name}': both have the table '${tableName(duplicate)}'.`,
        ),
      ]
    : []
}

/** S122: the former name of a file (`was`) is not the table of a file, and no two files have the same former name. */
export const checkFormerFileName: Check = (schema, { schemas }) => {
  const { was } = schema.raw
  if (typeof was !== 'string') return []
  const owner = schemas.find((other) => tableName(other) === columnName(was))
  if (owner)
    return [cannotFinding('S122', ['was'], `be '${was}': '${owner.name}' still has its table '${tableName(owner)}'`)]
  const duplicate = schemas
    .slice(0, schemas.indexOf(schema))
    .find(({ raw }) => typeof raw.was === 'string' && columnName(raw.was) === columnName(was))
  return duplicate
    ? [cannotFinding('S122', ['was'], `be '${was}': '${duplicate.name}' already has that former name`)]
    : []
}

/**
 * S115: a resource declares the tenant field of its records, because otherwise every company could read the records.
 */
export const checkTenant: Check = ({ raw, kind, fields }) => {
  if (!(hasTable({ kind }) || kind === 'report') || raw.fields === undefined || raw.tenant === 'shared') return []
  const hasTenantField = (tenant: unknown) => fields.some(({ name }) => name === tenant)
  const candidates = Object.values(tenantFields).filter(hasTenantField)
  if (raw.tenant === undefined ? candidates.length === 1 : hasTenantField(raw.tenant)) return []
  if (raw.tenant === undefined && candidates.length > 1)
    return [findingAt('S115', [], mustHave('the file', 'tenant'), severalTenantsHint)]
  const message = mustBe('the tenant', `a declared field ${Object.values(tenantFields).join(' or ')}`)
  return [findingAt('S115', raw.tenant === undefined ? [] : ['tenant'], message, missingTenantHint)]
}

const missingTenantHint = 'Declare the field, or set "tenant": "shared" if every signed-in user may read the records.'

const { agreement, company } = tenantFields
const severalTenantsHint = `Both ${agreement} and ${company} are fields: choose ${company} for records of a company, ${agreement} for records of an agreement.`

/** S116: a page has a menu entry, a resource without a page has none, and the settings of a file suit its kind. */
export const checkMenuAndKind: Check = ({ raw, kind, hasPage }) => {
  const finding = (path: Finding['path'], message: string): Finding => findingAt('S116', path, message)
  return [
    ...(hasPage && raw.menu === undefined ? [finding([], mustHave('a page', 'menu'))] : []),
    ...(!hasPage && raw.menu !== undefined
      ? [finding(['menu'], cannot("'menu'", 'be combined with "page": false'))]
      : []),
    ...(!hasPage && kind !== 'records' && kind !== 'report'
      ? [finding(['kind'], cannot(`kind '${kind}'`, 'be combined with "page": false'))]
      : []),
    ...(kind === 'records' && raw.fields === undefined
      ? [finding([], mustHave("a resource of kind 'records'", 'fields'))]
      : []),
    ...(kind === 'view' && raw.of === undefined ? [finding([], mustHave("a page of kind 'view'", 'of'))] : []),
    ...(kind === 'view'
      ? keysNotForView
          .filter((key) => raw[key] !== undefined && !(key === 'import' && objectUnder(raw, key).inputs !== undefined))
          .map((key) => cannotFinding('S116', [key], notForView))
      : []),
    ...(kind === 'view' || kind === 'report'
      ? namesAt(objectUnder(raw, 'endpoints').operations, ['endpoints', 'operations'])
          .filter(({ name }) => !operationsOf[kind].includes(name))
          .map(({ path, name }) =>
            cannotFinding(
              'S116',
              path,
              `be '${name}': ${kind === 'view' ? 'a view only lists and shows records' : 'a report only lists records'}`,
            ),
          )
      : []),
    ...(kind === 'view' || kind === 'report'
      ? []
      : keysOnlyForView
          .filter((key) => raw[key] !== undefined)
          .map((key) => cannotFinding('S116', [key], 'be set: only a view or a report lists other records'))),
  ]
}

const operationsOf: Readonly<Record<'view' | 'report', readonly string[]>> = {
  view: ['list', 'get', 'selectList'],
  report: ['list', 'selectList'],
}

const keysOnlyForView = ['of', 'where']
const keysNotForView = ['fields', 'key', 'tenant', 'table', 'was', 'import', 'rules', 'allowedWhen']
const notForView = "be set for a page of kind 'view', which shows the records of another resource"

/**
 * S133: a view or a report names a resource with a table, and its conditions compare columns of that table with possible
 * values of these columns.
 */
export const checkViews: Check = ({ kind, raw, fields }, all) => {
  const { of: name } = raw
  if (!(kind === 'view' || kind === 'report') || typeof name !== 'string' || all.unreadable.includes(name)) return []
  const listed = all.get(name)
  const names = all.schemas.filter(hasTable).map((other) => other.name)
  if (!listed) return [notAResourceFinding('S133', ['of'], name, didYouMean(name, names))]
  if (!hasTable(listed)) return [cannotFinding('S133', ['of'], `be '${name}': that resource has no table`)]
  const where = objectUnder(raw, 'where')
  const withoutColumn = fields.filter(
    (field) => field.name in where && (field.raw.virtual === true || field.type === 'count'),
  )
  return [
    ...fieldValueFindings('S133', where, ['where'], listed),
    ...withoutColumn.map((field) =>
      cannotFinding('S133', ['where', field.name], `be used: '${field.name}' has no column`),
    ),
  ]
}

/** S118: the keys of `accepted` are ids of existing advice, not of errors. */
export const checkAcceptedAdvice: Check = ({ raw }) =>
  Object.keys(objectUnder(raw, 'accepted')).flatMap((id): Finding[] => {
    const path = ['accepted', id]
    if (id.startsWith('S')) return [findingAt('S118', path, cannot(`the error ${id}`, 'be switched off'))]
    return acceptableAdvice.includes(id)
      ? []
      : [mustBeFinding('S118', path, 'the id of advice', didYouMean(id, acceptableAdvice))]
  })

/**
 * S401: if the contract has calls of the resource's controller, each operation of the resource is one of these calls.
 */
export const checkOperations: Check = ({ name, raw, kind, hasPage }, { project }) => {
  const { operations: operationsInFile } = objectUnder(raw, 'endpoints')
  const controller = controllerOf({ name, raw })
  const calls = project.endpoints?.filter((id) => id.startsWith(`${controller}.`)) ?? []
  if (!(hasTable({ kind }) || kind === 'custom') || !hasPage || calls.length === 0) return []
  const declared: readonly unknown[] = Array.isArray(operationsInFile) ? operationsInFile : defaultOperations(hasPage)
  // S405 checks the call that a file names for its list.
  const hasNamedListCall = namedListCall(raw) !== undefined
  return declared.flatMap((operation, index) => {
    const withoutCall = operations.find(
      (candidate) =>
        candidate === operation &&
        !(candidate === 'list' && hasNamedListCall) &&
        !calls.includes(defaultCallId(controller, candidate)) &&
        // An extension.
        project.calls?.[defaultCallId(controller, candidate)] === undefined,
    )
    if (!withoutCall) return []
    const path = operationsInFile === undefined ? ['endpoints'] : ['endpoints', 'operations', index]
    const possible = operations
      .filter((candidate) => calls.includes(defaultCallId(controller, candidate)))
      .map((candidate) => `'${candidate}'`)
    const message = notImplemented(
      placeOf(path),
      withoutCall,
      `call of '${controller}' is in src/contract/endpoints.ts`,
    )
    return [findingAt('S401', path, message, `Its calls: ${possible.join(', ')}.`)]
  })
}

/**
 * S405: the call that a page names for its list is in the contract, returns a list, and needs the right on that page.
 */
export const checkListCall: Check = ({ name, raw }, { project: { calls } }) => {
  const id = namedListCall(raw)
  if (id === undefined || calls === undefined) return []
  const path = ['endpoints', 'list', 'call']
  const call = calls[id]
  if (!call) {
    const ofController = Object.keys(calls).filter((other) => other.startsWith(`${id.split('.')[0]}.`))
    return [
      findingAt(
        'S405',
        path,
        notImplemented(placeOf(path), id, 'call is in src/contract'),
        didYouMean(id, ofController),
      ),
    ]
  }
  if (call.response !== 'list' || call.pathParameterCount > 0)
    return [
      cannotFinding(
        'S405',
        path,
        `be '${id}': ${call.response === 'list' ? 'its path contains a key' : 'it returns no list'}`,
      ),
    ]
  return call.page === name
    ? []
    : [cannotFinding('S405', path, `be '${id}': it belongs to ${call.page ? `the page '${call.page}'` : 'no page'}`)]
}

/** Returns the call that a file names for its list; undefined if it names none. */
const namedListCall = (raw: RawObject): string | undefined => {
  const { call } = objectUnder(objectUnder(raw, 'endpoints'), 'list')
  return typeof call === 'string' ? call : undefined
}

/** S131: two files do not have the same call, because the server would serve only one of the two files. */
export const checkSharedCalls: Check = (schema, { schemas }) => {
  const calls = genericCalls(schema)
  for (const other of schemas.slice(0, schemas.indexOf(schema))) {
    const shared = genericCalls(other).find((call) => calls.includes(call))
    // S105 reports two files with the same table.
    if (shared && tableName(other) !== tableName(schema))
      return [cannotFinding('S131', pathOfCall(schema, shared), `share the call '${shared}' with '${other.name}'`)]
  }
  return []
}

/** Returns the ids of the calls that the generic code handles for a file. */
const genericCalls = ({ name, raw, kind, hasPage }: DeclaredSchema): readonly string[] => {
  const controller = controllerOf({ name, raw })
  if (kind === 'report') return [namedListCall(raw) ?? defaultCallId(controller, 'list')]
  if (kind !== 'view' && (kind !== 'records' || raw.fields === undefined)) return []
  const declared = objectUnder(raw, 'endpoints').operations
  const defaults = kind === 'view' ? ['list'] : defaultOperations(hasPage)
  const served = operations.filter((operation) => (Array.isArray(declared) ? declared : defaults).includes(operation))
  return [
    ...served.map(
      (operation) => (operation === 'list' ? namedListCall(raw) : undefined) ?? defaultCallId(controller, operation),
    ),
    ...actionsOf({ raw }).flatMap(({ on, raw: { call } }) =>
      on.includes('list') && typeof call === 'string' ? [call] : [],
    ),
  ]
}

/** Returns the path of the setting that determines a call. */
const pathOfCall = ({ raw }: DeclaredSchema, call: string): Finding['path'] => {
  if (namedListCall(raw) === call) return ['endpoints', 'list', 'call']
  const action = actionsOf({ raw }).find(({ on, raw: declared }) => on.includes('list') && declared.call === call)
  if (action) return [...action.path, 'call']
  return objectUnder(raw, 'endpoints').controller === undefined ? [] : ['endpoints', 'controller']
}

/** S402: every virtual field has an SQL expression in the server. */
export const checkVirtualFields: Check = ({ name, declared }, { project: { virtualFields } }) =>
  declared
    .filter((field) => virtualFields && field.raw.virtual === true && !virtualFields.includes(`${name}.${field.name}`))
    .map((field) => {
      const id = `${name}.${field.name}`
      const reason = `be true: resources/${name}/server.ts has no virtualFields.${field.name}`
      return cannotFinding('S402', [...field.path, 'virtual'], reason, didYouMean(id, virtualFields ?? []))
    })

/**
 * S130: the calls that create and update the records of a resource with a file field accept files, and no file may be
 * larger than the largest form that the server accepts.
 */
export const checkFileFields: Check = (
  { name, raw, hasPage, declared },
  { project: { endpoints, callsWithFiles } },
) => {
  const controller = controllerOf({ name, raw })
  const { operations: operationsInFile } = objectUnder(raw, 'endpoints')
  const declaredOperations: readonly unknown[] = Array.isArray(operationsInFile)
    ? operationsInFile
    : defaultOperations(hasPage)
  const calls = (['create', 'update'] as const)
    .filter((operation) => declaredOperations.includes(operation))
    .map((operation) => defaultCallId(controller, operation))
  const callWithoutFiles = calls.find((id) => endpoints?.includes(id) && callsWithFiles && !callsWithFiles.includes(id))
  return declared
    .filter(({ type, raw: field }) => type === 'file' && field.readOnly !== true)
    .flatMap(({ path, raw: { maxBytes } }): Finding[] => [
      ...(callWithoutFiles === undefined
        ? []
        : [
            cannotFinding(
              'S130',
              [...path, 'type'],
              `be 'file': the call '${callWithoutFiles}' of the contract takes no files`,
            ),
          ]),
      ...(typeof maxBytes === 'number' && maxBytes > maxFormBytes
        ? [
            findingAt(
              'S130',
              [...path, 'maxBytes'],
              mustBe(placeOf([...path, 'maxBytes']), `at most ${maxFormBytes}`),
              'No form may be larger.',
            ),
          ]
        : []),
    ])
}

/** The highest value of the setting MAX_UPLOAD_MB, in bytes. */
const maxFormBytes = 50 * 1024 * 1024

/** S403: the icons of menu entries and actions are registered. */
export const checkIcons: Check = (schema, { project: { icons } }) =>
  [{ path: ['menu'], raw: objectUnder(schema.raw, 'menu') }, ...actionsOf(schema)].flatMap(
    ({ path, raw: { icon } }): Finding[] => {
      const keyPath = [...path, 'icon']
      return icons && typeof icon === 'string' && !icons.includes(icon)
        ? [
            findingAt(
              'S403',
              keyPath,
              notImplemented(placeOf(keyPath), icon, 'icon is listed in src/admin/icons.ts'),
              didYouMean(icon, icons),
            ),
          ]
        : []
    },
  )
