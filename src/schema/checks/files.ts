import { tenantFields } from '../../domain/access/roles'
import { endpointId } from '../calls/endpoints'
import { hasTable } from '../language/resource'
import type { Finding } from '../language/shapes/shape'
import { operations } from '../language/types'
import catalogue from './catalogue.json'
import type { Check } from './check'
import { cannot, didYouMean, mustBe, mustHave, notImplemented, placeOf } from './check-messages'
import { cannotAt, foundAt, mustBeAt } from './findings'
import { actionsOf, controllerOf, part, tableName } from './view/schema-view'

/** S105: the file name is valid and unique, because it becomes a route, a table and a menu entry. */
export const checkFileName: Check = ({ name, raw }, { schemas }) => {
  if (!/^[A-Za-z][A-Za-z0-9]{0,49}$/.test(name)) return [foundAt('S105', [], mustBe(`the file name '${name}'`, 'letters and digits, beginning with a letter'))]
  const duplicate = schemas.find(
    (other) => other.raw !== raw && (other.name.toLowerCase() === name.toLowerCase() || tableName(other) === tableName({ name, raw })),
  )
  return duplicate ? [foundAt('S105', [], `the file name '${name}' conflicts with '${duplicate.name}': both have the table '${tableName(duplicate)}'.`)] : []
}

/** S115: a resource declares the company of its records, because every company could see them otherwise. */
export const checkTenant: Check = ({ raw, kind, fields }) => {
  if (!hasTable({ kind }) || raw.fields === undefined || raw.tenant === 'shared') return []
  const has = (tenant: unknown) => fields.some(({ name }) => name === tenant)
  const declared = Object.values(tenantFields).filter(has)
  if (raw.tenant === undefined ? declared.length === 1 : has(raw.tenant)) return []
  if (raw.tenant === undefined && declared.length > 1) return [foundAt('S115', [], mustHave('the file', 'tenant'), severalTenantsHint)]
  const message = mustBe('the tenant', `a declared field ${Object.values(tenantFields).join(' or ')}`)
  return [foundAt('S115', raw.tenant === undefined ? [] : ['tenant'], message, missingTenantHint)]
}

const missingTenantHint = 'Declare the field, or set "tenant": "shared" if every signed-in user may read the records.'

const { agreement, company } = tenantFields
const severalTenantsHint = `Both ${agreement} and ${company} are fields: choose ${company} for records of a company, ${agreement} for records of an agreement.`

/** S116: a page has a menu entry, a resource without a page has none, and the settings of a file suit its kind. */
export const checkMenu: Check = ({ raw, kind, page }) => {
  const found = (path: Finding['path'], message: string): Finding => foundAt('S116', path, message)
  return [
    ...(page && raw.menu === undefined ? [found([], mustHave('a page', 'menu'))] : []),
    ...(!page && raw.menu !== undefined ? [found(['menu'], cannot("'menu'", 'be combined with "page": false'))] : []),
    ...(!page && kind !== 'records' ? [found(['kind'], cannot(`kind '${kind}'`, 'be combined with "page": false'))] : []),
    ...(kind === 'records' && raw.fields === undefined ? [found([], mustHave("a resource of kind 'records'", 'fields'))] : []),
    ...(kind === 'planned' ? servedKeys.filter((key) => raw[key] !== undefined).map((key) => cannotAt('S116', [key], notForPlanned)) : []),
    ...(kind === 'planned' && part(raw, 'endpoints').operations !== undefined ? [cannotAt('S116', ['endpoints', 'operations'], notForPlanned)] : []),
  ]
}

const servedKeys = ['fields', 'list', 'form', 'actions', 'permissions', 'allowedWhen']
const notForPlanned = "be set for a page of kind 'planned'"

/** S118: a file switches off only advice that exists, and no errors. */
export const checkAcceptedAdvice: Check = ({ raw }) =>
  Object.keys(part(raw, 'accepted')).flatMap((id): Finding[] => {
    const path = ['accepted', id]
    if (id.startsWith('S')) return [foundAt('S118', path, cannot(`the error ${id}`, 'be switched off'))]
    const advice = Object.keys(catalogue).filter((one) => one.startsWith('W'))
    return advice.includes(id) ? [] : [mustBeAt('S118', path, 'the id of advice', didYouMean(id, advice))]
  })

/** S401: a resource whose controller is in the contract declares only operations that the contract lists. */
export const checkOperations: Check = ({ name, raw, kind, page }, { known }) => {
  const { operations: listed } = part(raw, 'endpoints')
  const controller = controllerOf({ name, raw })
  const calls = known.endpoints?.filter((id) => id.startsWith(`${controller}.`)) ?? []
  if (!hasTable({ kind }) || !page || calls.length === 0) return []
  const declared: readonly unknown[] = Array.isArray(listed) ? listed : ['list', 'get', 'create', 'update', 'delete']
  return declared.flatMap((operation, index) => {
    const missing = operations.find((one) => one === operation && !calls.includes(endpointId(controller, one)))
    if (!missing) return []
    const path = listed === undefined ? ['endpoints'] : ['endpoints', 'operations', index]
    const possible = operations.filter((one) => calls.includes(endpointId(controller, one))).map((one) => `'${one}'`)
    const message = notImplemented(placeOf(path), missing, `call of '${controller}' is in src/contract/endpoints.ts`)
    return [foundAt('S401', path, message, `Its calls: ${possible.join(', ')}.`)]
  })
}

/** S402: every virtual field has an SQL expression in the server. */
export const checkVirtualFields: Check = ({ name, declared }, { known: { virtual } }) =>
  declared
    .filter((field) => virtual && field.raw.virtual === true && !virtual.includes(`${name}.${field.name}`))
    .map((field) => {
      const id = `${name}.${field.name}`
      const reason = `be true: src/server/records/virtual-fields.ts has no expression '${id}'`
      return cannotAt('S402', [...field.path, 'virtual'], reason, didYouMean(id, virtual ?? []))
    })

/** S130: a resource with a file field has its own screen and its own call, because generated forms send JSON and generic calls store no files. */
export const checkFileFields: Check = ({ name, raw, declared }, { known: { screens, handWritten } }) => {
  const controller = controllerOf({ name, raw })
  if (!screens || !handWritten || (screens.includes(name) && handWritten.includes(endpointId(controller, 'create')))) return []
  const reason = `be 'file': it needs a screen in resources/${name} and a handler of '${endpointId(controller, 'create')}' in src/server/routes`
  return declared.filter(({ type }) => type === 'file').map(({ path }) => cannotAt('S130', [...path, 'type'], reason))
}

/** S403: the icons of menu entries and actions are registered. */
export const checkIcons: Check = (schema, { known: { icons } }) =>
  [{ path: ['menu'], raw: part(schema.raw, 'menu') }, ...actionsOf(schema)].flatMap(({ path, raw: { icon } }): Finding[] => {
    const at = [...path, 'icon']
    return icons && typeof icon === 'string' && !icons.includes(icon)
      ? [foundAt('S403', at, notImplemented(placeOf(at), icon, 'icon is listed in src/admin/icons.ts'), didYouMean(icon, icons))]
      : []
  })

/** S404: a page of kind `custom` has a hand-written screen. */
export const checkScreen: Check = ({ name, kind }, { known: { screens } }) =>
  kind === 'custom' && screens && !screens.includes(name) ? [cannotAt('S404', ['kind'], `be 'custom': the folder resources/${name} does not exist`)] : []
