import { endpointId } from '../endpoints'
import { hasTable } from '../has-table'
import { didYouMean, notWritten, placeOf } from '../phrases'
import type { Finding } from '../shape/shape'
import { operations } from '../types'
import { actionsOf } from './action-view'
import type { Check } from './check'
import { type FieldView, part } from './view'

/** E401: a controller of the contract has just the calls that the contract lists. */
export const operationsExist: Check = ({ name, raw, kind, page }, { known }) => {
  const { controller: said, operations: listed } = part(raw, 'endpoints')
  const controller = controllerOf(name, said)
  const calls = known.endpoints?.filter((id) => id.startsWith(`${controller}.`)) ?? []
  if (!hasTable({ kind }) || !page || calls.length === 0) return []
  const named: readonly unknown[] = Array.isArray(listed) ? listed : ['list', 'get', 'create', 'update', 'delete']
  return named.flatMap((operation, index) => {
    const known = operations.find((one) => one === operation)
    if (!known || calls.includes(endpointId(controller, known))) return []
    const path = listed === undefined ? ['endpoints'] : ['endpoints', 'operations', index]
    const possible = operations.filter((one) => calls.includes(endpointId(controller, one))).map((one) => `'${one}'`)
    return [
      {
        id: 'E401',
        path,
        message: notWritten(placeOf(path), known, `call of '${controller}' is in src/contract/endpoints.ts`),
        hint: `It has ${possible.join(', ')}.`,
      },
    ]
  })
}

/** E402: a virtual field needs its expression. */
export const virtualsAreWritten: Check = ({ name, declared }, { known: { virtual } }) =>
  declared
    .filter((field) => virtual && field.raw.virtual === true && !virtual.includes(`${name}.${field.name}`))
    .map((field) => ({
      id: 'E402',
      path: [...field.path, 'virtual'],
      message: notWritten(placeOf(field.path), 'virtual', `expression '${name}.${field.name}' is written in src/server/store/virtual.ts`),
      hint: didYouMean(`${name}.${field.name}`, virtual ?? []),
    }))

/** E130: a generated form sends JSON, and the generic call keeps no files. */
export const filesAreTaken: Check = ({ name, raw, declared }, { known: { screens, handWritten } }) => {
  const controller = controllerOf(name, part(raw, 'endpoints').controller)
  if (!screens || !handWritten || (screens.includes(name) && handWritten.includes(endpointId(controller, 'create')))) return []
  const at = (field: FieldView) => [...field.path, 'type']
  const missing = `screen in resources/${name} sends it, and no '${endpointId(controller, 'create')}' in src/server/routes takes it`
  return declared
    .filter(({ type }) => type === 'file')
    .map((field) => ({ id: 'E130', path: at(field), message: notWritten(placeOf(at(field)), 'file', missing) }))
}

const controllerOf = (name: string, said: unknown): string => (typeof said === 'string' ? said : name.charAt(0).toUpperCase() + name.slice(1))

/** E403: a menu entry and an action need their pictures. */
export const iconsExist: Check = (schema, { known: { icons } }) =>
  [{ path: ['menu'], raw: part(schema.raw, 'menu') }, ...actionsOf(schema)].flatMap(({ path, raw: { icon } }): Finding[] => {
    const at = [...path, 'icon']
    return icons && typeof icon === 'string' && !icons.includes(icon)
      ? [
          {
            id: 'E403',
            path: at,
            message: notWritten(placeOf(at), icon, 'icon is listed in src/admin/icons.ts'),
            hint: didYouMean(icon, icons) ?? 'Choose one of those that are, or add it there.',
          },
        ]
      : []
  })

/** E404: a page that the generator does not draw must be drawn by hand. */
export const screenExists: Check = ({ name, kind }, { known: { screens } }) =>
  kind === 'custom' && screens && !screens.includes(name)
    ? [{ id: 'E404', path: ['kind'], message: notWritten('kind', 'custom', `folder is resources/${name}`) }]
    : []
