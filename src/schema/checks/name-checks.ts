import { columnName } from '../column-name'
import { rulesOf } from '../field-types'
import { cannot, placeOf } from '../phrases'
import type { Finding, Path } from '../shape/shape'
import type { FieldType } from '../types'
import type { Check } from './check'
import { allFields } from './field-checks'
import { part } from './view'

/** E121: these names have a meaning of their own in records, in list calls or in PostgreSQL. */
export const namesAreFree: Check = ({ declared }) =>
  declared.flatMap(allFields).flatMap(({ name, path }): Finding[] => {
    const taken = reserved.find(({ names }) => names.includes(columnName(name)))
    return taken ? [{ id: 'E121', path, message: cannot(placeOf(path), `be named '${name}': ${taken.why}`) }] : []
  })

const reserved: readonly { readonly names: readonly string[]; readonly why: string }[] = [
  { names: ['id'], why: 'the admin area calls every record by its id' },
  { names: ['labels'], why: 'records carry the labels of their references under it' },
  { names: ['page_no', 'page_size', 'sort_field', 'sort_order', 'keyword'], why: 'every list call understands it as its own' },
  { names: ['ctid', 'xmin', 'xmax', 'cmin', 'cmax', 'tableoid'], why: 'every table of PostgreSQL has such a column' },
  { names: ['constructor', 'prototype'], why: 'every object of JavaScript has it' },
]

/** E122: a former name is gone, and one field alone comes from it. */
export const formerNamesAreGone: Check = ({ declared }) =>
  declared.flatMap(({ name, raw, path }, index): Finding[] => {
    if (typeof raw.was !== 'string') return []
    const { was } = raw
    const at = [...path, 'was']
    if (declared.some((other) => columnName(other.name) === columnName(was)))
      return [{ id: 'E122', path: at, message: cannot(placeOf(at), `be '${was}': that is still a field, so '${name}' cannot have its data`) }]
    const twin = declared.slice(0, index).find((other) => typeof other.raw.was === 'string' && columnName(other.raw.was) === columnName(was))
    return twin ? [{ id: 'E122', path: at, message: cannot(placeOf(at), `be '${was}': '${twin.name}' says so too`) }] : []
  })

/** E211: a range asks by From and To, which another filter may be named. */
export const parametersDiffer: Check = ({ raw, fields }) => {
  const { filters } = part(raw, 'list')
  const parameters = (Array.isArray(filters) ? filters : []).flatMap((filter: unknown, index): { readonly name: string; readonly path: Path }[] => {
    const path = ['list', 'filters', index]
    const { field, match } = typeof filter === 'string' ? { field: filter, match: undefined } : Object(filter)
    if (typeof field !== 'string') return []
    const type = fields.find(({ name }) => name === field)?.type
    return isRange(match, type) ? ['From', 'To'].map((end) => ({ name: field + end, path })) : [{ name: field, path }]
  })
  return parameters.flatMap(({ name, path }, index): Finding[] => {
    const twin = parameters.slice(0, index).find((other) => other.name === name && other.path[2] !== path[2])
    return twin ? [{ id: 'E211', path, message: cannot(placeOf(path), `ask by '${name}': so does ${placeOf(twin.path)}`) }] : []
  })
}

const isRange = (match: unknown, type: FieldType | undefined): boolean =>
  match === 'range' || (match === undefined && type !== undefined && rulesOf(type).matches[0] === 'range')
