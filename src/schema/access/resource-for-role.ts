import type { ImportSpec } from '../language/import'
import type { ListFilter, ListSpec, ListView, Resource, RoleView } from '../language/resource'
import { type Field, type ListField, operations, type RoleField } from '../language/types'
import { totalRuleFields } from '../rules/list-filters'
import { ruleFields } from '../rules/record-rules'
import { canOperate, fieldPermission, isWritable, itemFieldPath } from './permissions'

/**
 * Returns the resource without the fields, operations and actions that the schema file hides from a role.
 * Screens and list queries use it.
 */
export const resourceForRole = (resource: Resource, role: string): RoleView => {
  const actions = resource.actions.filter(({ roles }) => roles === undefined || roles.includes(role))
  const permission = resource.permissions[role]
  const withImport = resource.import ? { import: importFor(resource, resource.import, role) } : {}
  if (!permission)
    return actions.length === resource.actions.length ? resource : { ...resource, actions, ...withImport }
  const isHidden = (name: string) => fieldPermission(resource, role, name).get === 'hidden'
  const visibleNames = (names: readonly string[]) => names.filter((name) => !isHidden(name))
  const visibleSections = (sections: Resource['form']) =>
    sections
      .map((section) => ({ ...section, fields: visibleNames(section.fields) }))
      .filter(({ fields }) => fields.length > 0)
  return {
    ...resource,
    actions,
    endpoints: {
      ...resource.endpoints,
      operations: operations.filter(
        (operation) => resource.endpoints.operations.includes(operation) && canOperate(resource, role, operation),
      ),
    },
    fields: resource.fields.filter(({ name }) => !isHidden(name)).map((field) => fieldFor(resource, field, role)),
    ...searchFor(resource, role),
    highlights: visibleNames(resource.highlights),
    // If a role cannot view all fields of a rule in full, only the server can validate the rule.
    rules: resource.rules.filter((rule) =>
      ruleFields(rule).every((name) => (fieldPermission(resource, role, name).get ?? 'full') === 'full'),
    ),
    ...withImport,
    form: visibleSections(resource.form),
    detail: visibleSections(resource.detail),
  }
}

const fieldFor = (resource: Resource, field: Field, role: string): RoleField => {
  const { list, create = true, update = true } = fieldPermission(resource, role, field.name)
  const listAccess = {
    ...(list === 'hidden' ? { detailOnly: true } : {}),
    ...(list === 'masked' ? { masked: true as const } : {}),
  }
  const withItemFields: Field =
    field.type === 'rows' ? { ...field, fields: itemFieldsFor(resource, field, role) } : field
  return { ...withItemFields, ...listAccess, ...writability(create, update) }
}

const itemFieldsFor = (resource: Resource, { name, fields }: ListField, role: string): readonly RoleField[] =>
  fields.flatMap((itemField) => {
    const { get, create = true, update = true } = fieldPermission(resource, role, itemFieldPath(name, itemField.name))
    return get === 'hidden' ? [] : [{ ...itemField, ...writability(create, update) }]
  })

// `readOnly`: users do not enter the field. `writable: false`: the form of an existing record shows it nevertheless.
const writability = (
  create: boolean,
  update: boolean,
): Partial<Pick<RoleField, 'writeOnce' | 'readOnly' | 'writable'>> => {
  if (create && update) return {}
  return create ? { writeOnce: true } : { readOnly: true, writable: false }
}

/**
 * Returns an import with only the columns whose fields a role may write, or which the role may see if rows only do
 * something with records.
 */
const importFor = (resource: Resource, spec: ImportSpec, role: string): ImportSpec =>
  spec.action
    ? {
        ...spec,
        action: {
          ...spec.action,
          shown: spec.action.shown.filter((name) => fieldPermission(resource, role, name).list !== 'hidden'),
          fields: spec.action.fields.map((field) => inputFor(resource, field, role)),
        },
      }
    : {
        ...spec,
        columns: spec.columns.filter(({ field, item }) =>
          item
            ? isWritable(resource, item.list, 'create', role) &&
              isWritable(resource, itemFieldPath(item.list, item.field), 'create', role)
            : isWritable(resource, field, 'create', role),
        ),
      }

/**
 * Returns an input of an import. If each of its options is the name of an action, it has only those that the role may
 * perform.
 */
const inputFor = ({ actions }: Resource, field: Field, role: string): Field => {
  if (!('options' in field)) return field
  const rolesOf = new Map(actions.map(({ name, roles }) => [name, roles]))
  if (!field.options.every(([code]) => rolesOf.has(code))) return field
  return { ...field, options: field.options.filter(([code]) => rolesOf.get(code)?.includes(role) ?? true) }
}

const chosenByFor = (
  { parameter, fields }: NonNullable<ListFilter['chosenBy']>,
  isShown: (name: string) => boolean,
): NonNullable<ListFilter['chosenBy']> => ({
  parameter,
  fields: Object.fromEntries(Object.entries(fields).filter(([, name]) => isShown(name))),
})

// Sorting by a masked field, or searching parts of its values, would disclose what the mask hides.
const listFor = (resource: Resource, role: string): ListSpec => {
  const { list, key } = resource
  const visibilityOf = (name: string) => fieldPermission(resource, role, name).list
  const visibleNames = (names: readonly string[]) => names.filter((name) => visibilityOf(name) !== 'hidden')
  const isShownInFull = (name: string) => visibilityOf(name) === undefined || visibilityOf(name) === 'full'
  const { primary, secondary, tertiary } = list.mobile
  const [firstColumn = ''] = visibleNames(list.columns)
  const isFilter = (field: string) =>
    isShownInFull(field) || (visibilityOf(field) === 'masked' && list.filters.some((filter) => filter.field === field))
  const tabs = list.tabs.filter(({ where }) => Object.keys(where).every(isFilter))
  return {
    columns: visibleNames(list.columns),
    // The key `hidden` of a list means hidden by default: users can show these columns.
    // It is not the permission `hidden`.
    hidden: visibleNames(list.hidden),
    secondLines: Object.fromEntries(
      Object.entries(list.secondLines).filter((names) => visibleNames(names).length === names.length),
    ),
    widths: list.widths,
    quick: list.quick.filter(isFilter),
    optionalColumns: visibleNames(list.optionalColumns),
    filters: list.filters
      .filter(
        ({ field, match }) =>
          isShownInFull(field) || (visibilityOf(field) === 'masked' && (match === 'exact' || match === 'in')),
      )
      .map((filter) =>
        filter.chosenBy ? { ...filter, chosenBy: chosenByFor(filter.chosenBy, isShownInFull) } : filter,
      ),
    parameters: list.parameters.map((field) => {
      const period = list.filters.find(({ chosenBy }) => chosenBy?.parameter === field.name)
      return 'options' in field && period?.chosenBy
        ? { ...field, options: field.options.filter(([code]) => isShownInFull(period.chosenBy?.fields[code] ?? '')) }
        : field
    }),
    tabs: tabs.length > 1 ? tabs : [],
    views: list.views
      .filter(({ where }) => Object.keys(where).every(isFilter))
      .map((view) => viewFor(view, visibleNames, isShownInFull)),
    ...totalsFor(list, isShownInFull),
    sort: isShownInFull(list.sort.field) ? list.sort : { field: key[0] ?? '', order: 'ASC' },
    mobile: {
      primary: visibilityOf(primary) === 'hidden' ? firstColumn : primary,
      secondary: visibleNames(secondary),
      ...(tertiary !== undefined && visibilityOf(tertiary) !== 'hidden' ? { tertiary } : {}),
    },
    search: list.search.filter(isShownInFull),
  }
}

/** Returns a view without the columns that are hidden from a role, and without a sort order that it may not use. */
const viewFor = (
  { sort, columns, ...view }: ListView,
  visibleNames: (names: readonly string[]) => readonly string[],
  isShownInFull: (name: string) => boolean,
): ListView => ({
  ...view,
  ...(sort && isShownInFull(sort.field) ? { sort } : {}),
  ...(columns ? { columns: visibleNames(columns) } : {}),
})

/** Returns the list and the filters by which the search from everywhere finds records. */
const searchFor = (resource: Resource, role: string): Pick<Resource, 'list' | 'find'> => {
  const list = listFor(resource, role)
  return { list, find: resource.find.filter((name) => list.filters.some(({ field }) => field === name)) }
}

// Sums without their rules would be wrong, and with them they would disclose fields that the role does not see.
const totalsFor = (
  { totals, totalRules }: ListSpec,
  isShownInFull: (name: string) => boolean,
): Pick<ListSpec, 'totals' | 'totalRules'> =>
  totalRuleFields(totalRules ?? {}).every(isShownInFull)
    ? { totals: totals.filter(isShownInFull), ...(totalRules ? { totalRules } : {}) }
    : { totals: [] }
