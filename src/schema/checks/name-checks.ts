import { rulesOf } from '../field-types'
import type { Finding, Path } from '../language/shapes/shape'
import type { FieldType } from '../language/types'
import { columnName } from '../load/names'
import type { Check } from './check'
import { placeOf } from './check-messages'
import { cannotAt } from './findings'
import { allFields, filtersOf } from './view'

/** E121: these names have a meaning of their own in records, in list calls or in PostgreSQL. */
export const namesAreFree: Check = ({ declared }) =>
  declared.flatMap(allFields).flatMap(({ name, path }): Finding[] => {
    const taken = reserved.find(({ names }) => names.includes(columnName(name)))
    return taken ? [cannotAt('E121', path, `be named '${name}': ${taken.why}`)] : []
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
      return [cannotAt('E122', at, `be '${was}': that is still a field, so '${name}' cannot have its data`)]
    const twin = declared.slice(0, index).find((other) => typeof other.raw.was === 'string' && columnName(other.raw.was) === columnName(was))
    return twin ? [cannotAt('E122', at, `be '${was}': '${twin.name}' says so too`)] : []
  })

/** E211: a range asks by From and To, which another filter may be named. */
export const parametersDiffer: Check = (schema) => {
  const parameters = filtersOf(schema).flatMap(({ name, path, match }): { readonly name: string; readonly path: Path }[] => {
    const type = schema.fields.find((field) => field.name === name)?.type
    return isRange(match, type) ? ['From', 'To'].map((end) => ({ name: name + end, path })) : [{ name, path }]
  })
  return parameters.flatMap(({ name, path }, index): Finding[] => {
    const twin = parameters.slice(0, index).find((other) => other.name === name && other.path[2] !== path[2])
    return twin ? [cannotAt('E211', path, `ask by '${name}': so does ${placeOf(twin.path)}`)] : []
  })
}

const isRange = (match: unknown, type: FieldType | undefined): boolean =>
  match === 'range' || (match === undefined && type !== undefined && rulesOf(type).matches[0] === 'range')
