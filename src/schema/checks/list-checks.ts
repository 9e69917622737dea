import { isFieldType, keywordMatch, rulesOf } from '../field-types'
import type { Check } from './check'
import { cannot, placeOf } from './check-messages'
import { cannotAt, eachName, foundAt, mustBeField } from './findings'
import { filtersOf, namesAt, part } from './view'

/** E201, E209: columns are fields that list rows carry. */
export const columnsAreFields: Check = (schema) =>
  eachName(schema, namesAt(part(schema.raw, 'list').columns, ['list', 'columns']), 'E201', (name, path) => {
    const field = schema.fields.find((one) => one.name === name)
    if (field?.raw.detailOnly === true) return [cannotAt('E201', path, `show '${name}': it is 'detailOnly'`)]
    return field?.type && rulesOf(field.type).listed === false ? [cannotAt('E201', path, `show '${name}': it is of type '${field.type}'`)] : []
  })

/** E201, E209: what is hidden at first is a column. */
export const hiddenAreColumns: Check = (schema) => {
  const { columns, hidden } = part(schema.raw, 'list')
  return eachName(schema, namesAt(hidden, ['list', 'hidden']), 'E201', (name, path) =>
    Array.isArray(columns) && !columns.includes(name) ? [cannotAt('E201', path, `hide '${name}': it is no column`)] : [],
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
    if (matches.length === 0) return [cannotAt('E202', path, `filter by '${name}': it is of type '${type}'`)]
    return typeof match === 'string' && !matches.some((one) => one === match)
      ? [foundAt('E203', [...path, 'match'], cannot(placeOf(path), `match '${match}': a field of type '${type}' matches ${matches.join(', ')}`))]
      : []
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
  return [foundAt('E204', ['list', 'sort'], cannot('list.sort', `be '${name}': lists are not sorted by type '${field.type}'`))]
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
    return missing.length > 0 || !type || keywordMatch(type) !== undefined ? missing : [cannotAt('E206', path, `search in '${name}': it is of type '${type}'`)]
  })
