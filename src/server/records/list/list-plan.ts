import type { ListFilter, Resource, RoleView } from '../../../schema/language/resource'
import type { Field } from '../../../schema/language/types'
import { filterField, parameterName } from '../../../schema/rules/list-filters'
import { roleOf } from '../../access/caller'
import { resourceView, sortableFields } from '../../access/fields'
import type { RecordContext } from '../../record-context'
import { type FieldProjection, fieldsToSelect, projectionFunction, recordReader } from '../projection'

/** The parts of a list query that are the same in all calls of a role, and are therefore prepared once. */
export interface ListPlan {
  readonly resource: Resource
  /**
   * The resource without the fields that are hidden from the role.
   * Hidden fields are not read, and queries cannot use them.
   */
  readonly visible: RoleView
  /** The filters by the names of their query parameters. */
  readonly params: ReadonlyMap<string, FilterParam>
  readonly sortable: readonly Field[]
  /** Reads the fields that a list returns by default. */
  readonly defaultProjection: FieldProjection
  /** Reads all fields that a list can return. */
  readonly fullProjection: FieldProjection
}

type PlanContext = Pick<RecordContext, 'schemas' | 'scope'>

/** Returns the list plan of a resource for the caller's role. Each plan is created once. */
export const listPlan = (context: PlanContext, resource: Resource): ListPlan => {
  const role = roleOf(context.scope)
  const plans = plansByResource.get(resource) ?? new Map<string, ListPlan>()
  const plan = plans.get(role) ?? newListPlan(context, resource)
  plansByResource.set(resource, plans.set(role, plan))
  return plan
}

const plansByResource = new WeakMap<Resource, Map<string, ListPlan>>()

const newListPlan = (context: PlanContext, resource: Resource): ListPlan => {
  const { schemas } = context
  const visible = resourceView(context, resource)
  const fields = visible.fields.filter(({ detailOnly }) => !detailOnly)
  const projectionOf = (projected: readonly Field[]): FieldProjection => ({
    select: projectionFunction(resource, fieldsToSelect(resource, projected), schemas),
    read: recordReader(projected, { schemas }),
  })
  return {
    resource,
    visible,
    params: paramsOf(visible),
    sortable: sortableFields(visible),
    defaultProjection: projectionOf(fields.filter(({ onDemand }) => !onDemand)),
    fullProjection: projectionOf(fields),
  }
}

/** A query parameter of a filter: its field, and how its value is compared with the field. */
export interface FilterParam {
  readonly field: Field
  readonly match: 'exact' | 'startsWith' | 'contains' | 'in' | 'from' | 'to'
  /** Set for a period whose field another parameter chooses. */
  readonly chosenBy?: ListFilter['chosenBy']
}

/** Returns the query parameters of a list's filters. A range has two parameters. */
const paramsOf = (resource: Resource): ReadonlyMap<string, FilterParam> =>
  new Map(resource.list.filters.flatMap((filter) => paramsOfFilter(resource, filter)))

const paramsOfFilter = (resource: Resource, filter: ListFilter): [string, FilterParam][] => {
  const field = filterField(resource, filter)
  if (!field) return []
  const { match, chosenBy } = filter
  if (match !== 'range') return [[field.name, { field, match }]]
  return (['from', 'to'] as const).map((end) => [
    parameterName(filter, end),
    { field, match: end, ...(chosenBy ? { chosenBy } : {}) },
  ])
}
