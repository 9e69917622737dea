import type { ImportSpec } from '../language/import'
import type { ListSpec, Resource, RoleView } from '../language/resource'
import { type Field, type ListField, operations, type RoleField } from '../language/types'
import { ruleFields } from '../rules/record-rules'
import { canOperate, fieldPermission, isWritable, itemFieldPath } from './permissions'

/** Returns the resource as far as it exists for a role: without the fields, operations and actions that the file hides from it. Screens and list queries are made from this. */
export const resourceFor = (resource: Resource, role: string): RoleView => {
  const actions = resource.actions.filter(({ roles }) => roles === undefined || roles.includes(role))
  const said = resource.permissions[role]
  if (!said) return actions.length === resource.actions.length ? resource : { ...resource, actions }
  const hidden = (name: string) => fieldPermission(resource, role, name).get === 'hidden'
  const kept = (names: readonly string[]) => names.filter((name) => !hidden(name))
  return {
    ...resource,
    actions,
    endpoints: {
      ...resource.endpoints,
      operations: operations.filter((one) => resource.endpoints.operations.includes(one) && canOperate(resource, role, one)),
    },
    fields: resource.fields.filter(({ name }) => !hidden(name)).map((field) => fieldFor(resource, field, role)),
    list: listFor(resource, role),
    head: kept(resource.head),
    // A role that does not see a rule's fields in full cannot validate it; the server does.
    rules: resource.rules.filter((rule) => ruleFields(rule).every((name) => (fieldPermission(resource, role, name).get ?? 'full') === 'full')),
    ...(resource.import ? { import: importFor(resource, resource.import, role) } : {}),
    form: resource.form.map((section) => ({ ...section, fields: kept(section.fields) })).filter(({ fields }) => fields.length > 0),
  }
}

const fieldFor = (resource: Resource, field: Field, role: string): RoleField => {
  const { list, create = true, update = true } = fieldPermission(resource, role, field.name)
  const thin = { ...(list === 'hidden' ? { detailOnly: true } : {}), ...(list === 'masked' ? { masked: true as const } : {}) }
  const own: Field = field.type === 'rows' ? { ...field, fields: columnsFor(resource, field, role) } : field
  return { ...own, ...thin, ...written(create, update) }
}

const columnsFor = (resource: Resource, { name, fields }: ListField, role: string): readonly RoleField[] =>
  fields.flatMap((column) => {
    const { get, create = true, update = true } = fieldPermission(resource, role, itemFieldPath(name, column.name))
    return get === 'hidden' ? [] : [{ ...column, ...written(create, update) }]
  })

const written = (create: boolean, update: boolean): Partial<Pick<RoleField, 'writeOnce' | 'readOnly' | 'writable'>> => {
  if (create && update) return {}
  return create ? { writeOnce: true } : { readOnly: true, writable: false }
}

/** Returns an import with the fields that a role may write. */
const importFor = (resource: Resource, spec: ImportSpec, role: string): ImportSpec => ({
  ...spec,
  columns: spec.columns.filter(({ field, line }) =>
    line
      ? isWritable(resource, line.list, 'create', role) && isWritable(resource, itemFieldPath(line.list, line.column), 'create', role)
      : isWritable(resource, field, 'create', role),
  ),
})

// A masked field that can be searched in part, or sorted by, discloses what the mask hides.
const listFor = (resource: Resource, role: string): ListSpec => {
  const { list, key } = resource
  const visibility = (name: string) => fieldPermission(resource, role, name).list
  const shown = (names: readonly string[]) => names.filter((name) => visibility(name) !== 'hidden')
  const plain = (name: string) => visibility(name) === undefined || visibility(name) === 'full'
  const { primary, secondary, tertiary } = list.mobile
  const [first = ''] = shown(list.columns)
  return {
    columns: shown(list.columns),
    more: shown(list.more),
    hidden: shown(list.hidden),
    filters: list.filters.filter(({ field, match }) => plain(field) || (visibility(field) === 'masked' && (match === 'exact' || match === 'in'))),
    sort: plain(list.sort.field) ? list.sort : { field: key[0] ?? '', order: 'ASC' },
    mobile: {
      primary: visibility(primary) === 'hidden' ? first : primary,
      secondary: shown(secondary),
      ...(tertiary !== undefined && visibility(tertiary) !== 'hidden' ? { tertiary } : {}),
    },
    search: list.search.filter(plain),
  }
}
