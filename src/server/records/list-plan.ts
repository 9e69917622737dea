import type { ListFilter, Resource, RoleView } from '../../schema/language/resource'
import { type Field, fieldNamed } from '../../schema/language/types'
import { roleOf } from '../access/caller'
import { resourceView, sortableFields } from '../access/fields'
import type { RecordContext } from './context'
import { type FieldProjection, fieldsToSelect, projectionFunction, recordReader } from './projection'

/** The preparation of a resource's list that all calls of one role share. */
export interface ListPlan {
  readonly resource: Resource
  /** The resource without the fields that are hidden from the role: these are not read and cannot be queried. */
  readonly visible: RoleView
  readonly params: ReadonlyMap<string, FilterParam>
  readonly sortable: readonly Field[]
  /** The fields that are read unless all are requested. */
  readonly standard: FieldProjection
  readonly all: FieldProjection
}

/** Returns the plans of a resource's lists, one for each role, created on first use. */
export const plansByRole = (resource: Resource): ((context: PlanContext) => ListPlan) => {
  const plans = new Map<string, ListPlan>()
  return (context) => {
    const role = roleOf(context.scope)
    const plan = plans.get(role) ?? listPlan(context, resource)
    plans.set(role, plan)
    return plan
  }
}

type PlanContext = Pick<RecordContext, 'schemas' | 'scope'>

/** Returns the plan for the caller's role. */
export const listPlan = (context: PlanContext, resource: Resource): ListPlan => {
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
    standard: projectionOf(fields.filter(({ onDemand }) => !onDemand)),
    all: projectionOf(fields),
  }
}

/** The field and comparison of a query parameter. */
export interface FilterParam {
  readonly field: Field
  readonly match: 'exact' | 'startsWith' | 'contains' | 'in' | 'from' | 'to'
}

/** Returns the parameters of a list's filters; a range has two. */
const paramsOf = (resource: Resource): ReadonlyMap<string, FilterParam> => new Map(resource.list.filters.flatMap((filter) => paramsOfFilter(resource, filter)))

const paramsOfFilter = (resource: Resource, filter: ListFilter): [string, FilterParam][] => {
  const field = fieldNamed(resource.fields, filter.field)
  if (!field) return []
  if (filter.match !== 'range') return [[field.name, { field, match: filter.match }]]
  return [
    [`${field.name}From`, { field, match: 'from' }],
    [`${field.name}To`, { field, match: 'to' }],
  ]
}
