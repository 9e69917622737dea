import type { Filter, Resource } from '../../schema/resource'
import type { Field } from '../../schema/types'

/** What a query parameter asks about. */
export interface Param {
  readonly field: Field
  readonly match: 'exact' | 'contains' | 'in' | 'from' | 'to'
}

/** The parameters that a list takes beside those of every list: its filters, a range as two of them. */
export const paramsOf = (resource: Resource): ReadonlyMap<string, Param> => new Map(resource.list.filters.flatMap((filter) => ofFilter(resource, filter)))

const ofFilter = (resource: Resource, filter: Filter): [string, Param][] => {
  const field = resource.fields.find(({ name }) => name === filter.field)
  if (!field) return []
  if (filter.match !== 'range') return [[field.name, { field, match: filter.match }]]
  return [
    [`${field.name}From`, { field, match: 'from' }],
    [`${field.name}To`, { field, match: 'to' }],
  ]
}
