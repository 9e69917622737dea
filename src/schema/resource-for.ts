import type { ImportSpec } from './imports/import-spec'
import { ruleFields } from './record-rules'
import { columnPath, mayOperate, mayWrite, permissionFor } from './sight'
import { type Field, type FieldBase, type ListSpec, operations, type Resource, type RowsField } from './types'

/** The resource as far as it exists for a role: without the fields, operations and actions that the file keeps from it. Screens and list queries are made from this. */
export const resourceFor = (resource: Resource, role: string): Resource => {
  const actions = resource.actions.filter(({ roles }) => roles === undefined || roles.includes(role))
  const said = resource.permissions[role]
  if (!said) return actions.length === resource.actions.length ? resource : { ...resource, actions }
  const hidden = (name: string) => permissionFor(resource, role, name).get === 'hidden'
  const kept = (names: readonly string[]) => names.filter((name) => !hidden(name))
  return {
    ...resource,
    actions,
    endpoints: {
      ...resource.endpoints,
      operations: operations.filter((one) => resource.endpoints.operations.includes(one) && mayOperate(resource, role, one)),
    },
    fields: resource.fields.filter(({ name }) => !hidden(name)).map((field) => fieldFor(resource, field, role)),
    list: listFor(resource, role),
    head: kept(resource.head),
    // Who does not see what a rule looks at cannot judge it; the server does.
    rules: resource.rules.filter((rule) => ruleFields(rule).every((name) => (permissionFor(resource, role, name).get ?? 'full') === 'full')),
    ...(resource.import ? { import: importFor(resource, resource.import, role) } : {}),
    form: resource.form.map((section) => ({ ...section, fields: kept(section.fields) })).filter(({ fields }) => fields.length > 0),
  }
}

const fieldFor = (resource: Resource, field: Field, role: string): Field => {
  const { list, create = true, update = true } = permissionFor(resource, role, field.name)
  const thin = { ...(list === 'hidden' ? { detailOnly: true } : {}), ...(list === 'masked' ? { obscured: true } : {}) }
  const own: Field = field.type === 'rows' ? { ...field, fields: columnsFor(resource, field, role) } : field
  return { ...own, ...thin, ...written(create, update) }
}

const columnsFor = (resource: Resource, { name, fields }: RowsField, role: string): readonly Field[] =>
  fields.flatMap((column) => {
    const { get, create = true, update = true } = permissionFor(resource, role, columnPath(name, column.name))
    return get === 'hidden' ? [] : [{ ...column, ...written(create, update) }]
  })

const written = (create: boolean, update: boolean): Partial<FieldBase> => {
  if (create && update) return {}
  return create ? { writeOnce: true } : { readOnly: true, withheld: true }
}

/** A role imports the fields that it may write. */
const importFor = (resource: Resource, spec: ImportSpec, role: string): ImportSpec => ({
  ...spec,
  columns: spec.columns.filter(({ field, line }) =>
    line
      ? mayWrite(resource, line.list, 'create', role) && mayWrite(resource, columnPath(line.list, line.column), 'create', role)
      : mayWrite(resource, field, 'create', role),
  ),
})

// A mask that can be asked for in part, or put in order, tells what it hides.
const listFor = (resource: Resource, role: string): ListSpec => {
  const { list, key } = resource
  const sight = (name: string) => permissionFor(resource, role, name).list
  const shown = (names: readonly string[]) => names.filter((name) => sight(name) !== 'hidden')
  const plain = (name: string) => sight(name) === undefined || sight(name) === 'full'
  const { primary, secondary, tertiary } = list.mobile
  const [first = ''] = shown(list.columns)
  return {
    columns: shown(list.columns),
    more: shown(list.more),
    hidden: shown(list.hidden),
    filters: list.filters.filter(({ field, match }) => plain(field) || (sight(field) === 'masked' && (match === 'exact' || match === 'in'))),
    sort: plain(list.sort.field) ? list.sort : { field: key[0] ?? '', order: 'ASC' },
    mobile: {
      primary: sight(primary) === 'hidden' ? first : primary,
      secondary: shown(secondary),
      ...(tertiary !== undefined && sight(tertiary) !== 'hidden' ? { tertiary } : {}),
    },
    search: list.search.filter(plain),
  }
}
