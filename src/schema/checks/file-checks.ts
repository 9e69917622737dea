import { hasTable } from '../language/resource'
import type { Finding } from '../language/shapes/shape'
import { catalogue } from './catalogue'
import type { Check } from './check'
import { cannot, didYouMean, mustBe, mustSay } from './check-messages'
import { foundAt, mustBeAt } from './findings'
import { part, tableName } from './view'

/** E105: the file name becomes a route, a table and a menu entry. */
export const fileName: Check = ({ name, raw }, { schemas }) => {
  if (!/^[A-Za-z][A-Za-z0-9]{0,49}$/.test(name)) return [foundAt('E105', [], mustBe(`the file name '${name}'`, 'letters and digits, a letter first'))]
  const twin = schemas.find((other) => other.raw !== raw && (other.name.toLowerCase() === name.toLowerCase() || tableName(other) === tableName({ name, raw })))
  return twin ? [foundAt('E105', [], cannot(`'${name}'`, `stand beside '${twin.name}': both mean the table '${tableName(twin)}'`))] : []
}

/** E115: a record whose company is not clear would be seen by everybody. */
export const tenantIsClear: Check = ({ raw, kind, fields }) => {
  if (!hasTable({ kind }) || raw.fields === undefined) return []
  const has = (name: unknown) => fields.some((field) => field.name === name)
  if (raw.tenant === 'shared') return []
  if (raw.tenant === undefined && has('ApplyCode') && has('UniformNo')) {
    const hint = "Both ApplyCode and UniformNo are fields: UniformNo where the record is the company's, ApplyCode where it is an agreement's."
    return [foundAt('E115', [], mustSay('the file', 'tenant'), hint)]
  }
  if (raw.tenant === undefined && (has('ApplyCode') || has('UniformNo'))) return []
  if (raw.tenant !== undefined && has(raw.tenant)) return []
  return [
    foundAt(
      'E115',
      raw.tenant === undefined ? [] : ['tenant'],
      mustBe('the tenant', 'ApplyCode or UniformNo, and a field'),
      'Declare the field, or say "tenant": "shared" if everybody who is signed in may read it.',
    ),
  ]
}

/** E116: a page has a menu entry, a resource without a page has none, and only a planned page can do without fields. */
export const menuFitsPage: Check = ({ raw, kind, page }) => {
  const found = (path: Finding['path'], message: string): Finding => foundAt('E116', path, message)
  return [
    ...(page && raw.menu === undefined ? [found([], mustSay('a page', 'menu'))] : []),
    ...(!page && raw.menu !== undefined ? [found(['menu'], cannot("'menu'", 'stand in a file that says "page": false'))] : []),
    ...(!page && kind !== 'records' ? [found(['kind'], cannot(`kind '${kind}'`, 'go with "page": false'))] : []),
    ...(kind === 'records' && raw.fields === undefined ? [found([], mustSay("a resource of kind 'records'", 'fields'))] : []),
    ...(kind === 'planned'
      ? onlyServed.filter((key) => raw[key] !== undefined).map((key) => found([key], cannot(`'${key}'`, 'be said of a page that is only planned')))
      : []),
    ...(kind === 'planned' && part(raw, 'endpoints').operations !== undefined
      ? [found(['endpoints', 'operations'], cannot("'endpoints.operations'", 'be said of a page that is only planned'))]
      : []),
  ]
}

const onlyServed = ['fields', 'list', 'form', 'actions', 'permissions', 'allowedWhen']

/** E118: advice can be switched off, with a reason; errors cannot. */
export const acceptedExists: Check = ({ raw }) =>
  Object.keys(part(raw, 'accepted')).flatMap((id): Finding[] => {
    const path = ['accepted', id]
    if (id.startsWith('E')) return [foundAt('E118', path, cannot(`the error ${id}`, 'be switched off'))]
    const advice = Object.keys(catalogue).filter((one) => one.startsWith('W'))
    return advice.includes(id) ? [] : [mustBeAt('E118', path, 'the id of an advice', didYouMean(id, advice))]
  })
