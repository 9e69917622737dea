import { isFieldType, keywordMatch, rulesOf } from '../field-types'
import type { Finding, Path } from '../language/shapes/shape'
import type { FieldType } from '../language/types'
import type { Check } from './check'
import { placeOf } from './check-messages'
import { cannotAt, checkNames, mustBeField } from './findings'
import { filtersOf, isEnteredView, missingInForm, namesAt, part, sectionNames } from './view/schema-view'

/** S201, S209: columns are different fields that list rows contain. */
export const checkListColumns: Check = (schema) =>
  checkNames(schema, namesAt(part(schema.raw, 'list').columns, ['list', 'columns']), 'S201', (name, path) => {
    const field = schema.fields.find((one) => one.name === name)
    if (field?.raw.detailOnly === true) return [cannotAt('S201', path, `show '${name}': it is 'detailOnly'`)]
    return field?.type && rulesOf(field.type).listed === false ? [cannotAt('S201', path, `show '${name}': it is of type '${field.type}'`)] : []
  })

/** S201, S209: only columns are hidden at first, each named once. */
export const checkHiddenColumns: Check = (schema) => {
  const { columns, hidden } = part(schema.raw, 'list')
  return checkNames(schema, namesAt(hidden, ['list', 'hidden']), 'S201', (name, path) =>
    Array.isArray(columns) && !columns.includes(name) ? [cannotAt('S201', path, `hide '${name}': it is not a column`)] : [],
  )
}

/** S202, S203, S209: filters name different fields, with matches that their types support. */
export const checkFilters: Check = (schema) => {
  const filters = filtersOf(schema)
  return checkNames(schema, filters, 'S202', (name, path) => {
    const type = schema.fields.find((field) => field.name === name)?.type
    const match = filters.find((filter) => filter.path === path)?.match
    if (!isFieldType(type)) return []
    const { matches } = rulesOf(type)
    if (matches.length === 0) return [cannotAt('S202', path, `filter by '${name}': it is of type '${type}'`)]
    return typeof match === 'string' && !matches.some((one) => one === match)
      ? [cannotAt('S203', [...path, 'match'], `be '${match}': the type '${type}' has ${matches.join(', ')}`)]
      : []
  })
}

/** S211: the query parameters of the filters are unique; a range has two, which end in From and To. */
export const checkFilterParameters: Check = (schema) => {
  const parameters = filtersOf(schema).flatMap(({ name, path, match }): { readonly name: string; readonly path: Path }[] => {
    const type = schema.fields.find((field) => field.name === name)?.type
    return isRange(match, type) ? ['From', 'To'].map((end) => ({ name: name + end, path })) : [{ name, path }]
  })
  return parameters.flatMap(({ name, path }, index): Finding[] => {
    const duplicate = parameters.slice(0, index).find((other) => other.name === name && other.path[2] !== path[2])
    return duplicate ? [cannotAt('S211', path, `use the parameter '${name}': ${placeOf(duplicate.path)} already uses it`)] : []
  })
}

const isRange = (match: unknown, type: FieldType | undefined): boolean =>
  match === 'range' || (match === undefined && type !== undefined && rulesOf(type).matches[0] === 'range')

/** S204: a list is sorted by a sortable field. */
export const checkSort: Check = (schema) => {
  const { sort } = part(schema.raw, 'list')
  if (typeof sort !== 'string') return []
  const name = sort.replace(/^-/, '')
  const missing = mustBeField('S204', name, ['list', 'sort'], schema)
  const field = schema.fields.find((one) => one.name === name)
  if (missing.length > 0 || !field?.type || rulesOf(field.type).sortable) return missing
  return [cannotAt('S204', ['list', 'sort'], `be '${name}': lists cannot be sorted by type '${field.type}'`)]
}

/** S205: the card that replaces a row on a narrow screen names existing fields. */
export const checkMobileCard: Check = (schema) => {
  const mobile = part(part(schema.raw, 'list'), 'mobile')
  return ['primary', 'secondary', 'tertiary']
    .flatMap((key) => namesAt(mobile[key], ['list', 'mobile', key]))
    .flatMap(({ name, path }) => mustBeField('S205', name, path, schema))
}

/** S206: a remote select box searches only fields whose types keyword searches support. */
export const checkSearch: Check = (schema) =>
  namesAt(part(schema.raw, 'list').search, ['list', 'search']).flatMap(({ name, path }) => {
    const type = schema.fields.find((field) => field.name === name)?.type
    const missing = mustBeField('S206', name, path, schema)
    return missing.length > 0 || !type || keywordMatch(type) !== undefined ? missing : [cannotAt('S206', path, `search '${name}': it is of type '${type}'`)]
  })

/** S207, S208, S209: the sections of the form contain entered and computed fields, each once. Without entered fields they are the sections of the detail page and may hold any field. */
export const checkFormSections: Check = (schema) => {
  const hasForm = schema.fields.some(isEnteredView)
  return checkNames(schema, sectionNames(schema), 'S207', (name, path) => {
    const field = schema.fields.find((one) => one.name === name)
    return hasForm && field && field.type !== 'computed' && !isEnteredView(field) ? [cannotAt('S208', path, `contain '${name}': users do not enter it`)] : []
  })
}

/** S207, S209: the head of the detail page names different fields. */
export const checkHead: Check = (schema) => checkNames(schema, namesAt(schema.raw.head, ['head']), 'S207', () => [])

/** S210: a form contains every required field, because it could not be saved otherwise. */
export const checkRequiredInForm: Check = (schema) =>
  missingInForm(schema)
    .filter(({ raw }) => raw.required === true || raw.requiredWhen !== undefined)
    .filter(({ raw }) => raw.default === undefined)
    .map(({ name }) => cannotAt('S210', ['form'], `omit '${name}': it is required`))
