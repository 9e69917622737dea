import { isFieldType, rulesOf } from '../field-types'
import { cannot, placeOf, twice } from '../phrases'
import { searchWay } from '../search-way'
import { type Finding, isObject, type Path } from '../shape/shape'
import { type Check, mustBeField } from './check'
import { namesAt, part, type SchemaView } from './view'

/** E201, E209: columns are fields that list rows carry. */
export const columnsAreFields: Check = (schema) =>
  eachName(schema, namesAt(part(schema.raw, 'list').columns, ['list', 'columns']), 'E201', (name, path) => {
    const field = schema.fields.find((one) => one.name === name)
    if (field?.raw.detailOnly === true) return [{ id: 'E201', path, message: cannot(placeOf(path), `show '${name}': it is 'detailOnly'`) }]
    return field?.type && rulesOf(field.type).listed === false
      ? [{ id: 'E201', path, message: cannot(placeOf(path), `show '${name}': it is of type '${field.type}'`) }]
      : []
  })

/** E201, E209: what is hidden at first is a column. */
export const hiddenAreColumns: Check = (schema) => {
  const { columns, hidden } = part(schema.raw, 'list')
  return eachName(schema, namesAt(hidden, ['list', 'hidden']), 'E201', (name, path) =>
    Array.isArray(columns) && !columns.includes(name) ? [{ id: 'E201', path, message: cannot(placeOf(path), `hide '${name}': it is no column`) }] : [],
  )
}

/** E202, E203, E209: a list can be narrowed by these fields in these ways. */
export const filtersFit: Check = (schema) => {
  const filters = filtersOf(schema)
  return eachName(schema, filters, 'E202', (name, path) => {
    const type = schema.fields.find((field) => field.name === name)?.type
    const match = filters.find((filter) => filter.path === path)?.match
    if (!isFieldType(type)) return []
    const { matches } = rulesOf(type)
    if (matches.length === 0) return [{ id: 'E202', path, message: cannot(placeOf(path), `filter by '${name}': it is of type '${type}'`) }]
    return typeof match === 'string' && !matches.some((one) => one === match)
      ? [{ id: 'E203', path: [...path, 'match'], message: cannot(placeOf(path), `match '${match}': a field of type '${type}' matches ${matches.join(', ')}`) }]
      : []
  })
}

/** The filters of a list, with the way to match where the file says one. */
export const filtersOf = (schema: SchemaView): { readonly name: string; readonly path: Path; readonly match?: unknown }[] => {
  const { filters } = part(schema.raw, 'list')
  return (Array.isArray(filters) ? filters : []).flatMap((filter: unknown, index) => {
    const path = ['list', 'filters', index]
    if (typeof filter === 'string') return [{ name: filter, path }]
    return isObject(filter) && typeof filter.field === 'string' ? [{ name: filter.field, path, match: filter.match }] : []
  })
}

/** E204: the order of a list. */
export const sortFits: Check = (schema) => {
  const { sort } = part(schema.raw, 'list')
  if (typeof sort !== 'string') return []
  const name = sort.replace(/^-/, '')
  const missing = mustBeField('E204', name, ['list', 'sort'], schema)
  const field = schema.fields.find((one) => one.name === name)
  if (missing.length > 0 || !field?.type || rulesOf(field.type).sortable) return missing
  return [{ id: 'E204', path: ['list', 'sort'], message: cannot('list.sort', `be '${name}': lists are not sorted by type '${field.type}'`) }]
}

/** E205: the card that stands for a row on a narrow screen. */
export const mobileIsFields: Check = (schema) => {
  const mobile = part(part(schema.raw, 'list'), 'mobile')
  return ['primary', 'secondary', 'tertiary']
    .flatMap((key) => namesAt(mobile[key], ['list', 'mobile', key]))
    .flatMap(({ name, path }) => mustBeField('E205', name, path, schema))
}

/** E206: a remote select box looks for words and numbers. */
export const searchInTexts: Check = (schema) =>
  namesAt(part(schema.raw, 'list').search, ['list', 'search']).flatMap(({ name, path }) => {
    const type = schema.fields.find((field) => field.name === name)?.type
    const missing = mustBeField('E206', name, path, schema)
    return missing.length > 0 || !type || searchWay(type) !== undefined
      ? missing
      : [{ id: 'E206', path, message: cannot(placeOf(path), `search in '${name}': it is of type '${type}'`) }]
  })

/** Asks of each name whether it is a field, is named once, and what `more` asks. */
export const eachName = (
  schema: SchemaView,
  names: readonly { readonly name: string; readonly path: Path }[],
  id: Finding['id'],
  more: (name: string, path: Path) => Finding[],
): Finding[] =>
  names.flatMap(({ name, path }, index): Finding[] => [
    ...mustBeField(id, name, path, schema),
    ...(names.slice(0, index).some((other) => other.name === name) ? [{ id: 'E209' as const, path, message: twice(placeOf(path), name) }] : []),
    ...more(name, path),
  ])
