import { endpointId } from '../calls/endpoints'
import { hasTable } from '../language/resource'
import type { Finding } from '../language/shapes/shape'
import { operations } from '../language/types'
import { actionsOf } from './action-view'
import type { Check } from './check'
import { didYouMean, notWritten, placeOf } from './check-messages'
import { foundAt } from './findings'
import { controllerOf, type FieldView, part } from './view'

/** E401: a controller of the contract has just the calls that the contract lists. */
export const operationsExist: Check = ({ name, raw, kind, page }, { known }) => {
  const { operations: listed } = part(raw, 'endpoints')
  const controller = controllerOf({ name, raw })
  const calls = known.endpoints?.filter((id) => id.startsWith(`${controller}.`)) ?? []
  if (!hasTable({ kind }) || !page || calls.length === 0) return []
  const named: readonly unknown[] = Array.isArray(listed) ? listed : ['list', 'get', 'create', 'update', 'delete']
  return named.flatMap((operation, index) => {
    const known = operations.find((one) => one === operation)
    if (!known || calls.includes(endpointId(controller, known))) return []
    const path = listed === undefined ? ['endpoints'] : ['endpoints', 'operations', index]
    const possible = operations.filter((one) => calls.includes(endpointId(controller, one))).map((one) => `'${one}'`)
    return [
      foundAt('E401', path, notWritten(placeOf(path), known, `call of '${controller}' is in src/contract/endpoints.ts`), `It has ${possible.join(', ')}.`),
    ]
  })
}

/** E402: a virtual field needs its expression. */
export const virtualsAreWritten: Check = ({ name, declared }, { known: { virtual } }) =>
  declared
    .filter((field) => virtual && field.raw.virtual === true && !virtual.includes(`${name}.${field.name}`))
    .map((field) =>
      foundAt(
        'E402',
        [...field.path, 'virtual'],
        notWritten(placeOf(field.path), 'virtual', `expression '${name}.${field.name}' is written in src/server/records/virtual-fields.ts`),
        didYouMean(`${name}.${field.name}`, virtual ?? []),
      ),
    )

/** E130: a generated form sends JSON, and the generic call keeps no files. */
export const filesAreTaken: Check = ({ name, raw, declared }, { known: { screens, handWritten } }) => {
  const controller = controllerOf({ name, raw })
  if (!screens || !handWritten || (screens.includes(name) && handWritten.includes(endpointId(controller, 'create')))) return []
  const at = (field: FieldView) => [...field.path, 'type']
  const missing = `screen in resources/${name} sends it, and no '${endpointId(controller, 'create')}' in src/server/routes takes it`
  return declared.filter(({ type }) => type === 'file').map((field) => foundAt('E130', at(field), notWritten(placeOf(at(field)), 'file', missing)))
}

/** E403: a menu entry and an action need their pictures. */
export const iconsExist: Check = (schema, { known: { icons } }) =>
  [{ path: ['menu'], raw: part(schema.raw, 'menu') }, ...actionsOf(schema)].flatMap(({ path, raw: { icon } }): Finding[] => {
    const at = [...path, 'icon']
    return icons && typeof icon === 'string' && !icons.includes(icon)
      ? [foundAt('E403', at, notWritten(placeOf(at), icon, 'icon is listed in src/admin/icons.ts'), didYouMean(icon, icons))]
      : []
  })

/** E404: a page that the generator does not draw must be drawn by hand. */
export const screenExists: Check = ({ name, kind }, { known: { screens } }) =>
  kind === 'custom' && screens && !screens.includes(name) ? [foundAt('E404', ['kind'], notWritten('kind', 'custom', `folder is resources/${name}`))] : []
