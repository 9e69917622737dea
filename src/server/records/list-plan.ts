import type { RawBuilder } from 'kysely'
import { resourceFor } from '../../schema/resource-for'
import type { SchemaSet } from '../../schema/schema-set'
import { sortableFields } from '../../schema/sortable-fields'
import type { Field, Resource, Row } from '../../schema/types'
import type { RecordContext } from './context'
import { type Param, paramsOf } from './list-params'
import { recordReader } from './rows'
import { fieldSelection } from './select'

/** What the lists of a resource have in common for everybody of a role, whatever is asked of them. */
export interface ListPlan {
  /** The resource as far as it exists for the role: what is kept from it is not read, and cannot be asked about. */
  readonly seen: Resource
  readonly params: ReadonlyMap<string, Param>
  readonly sortable: readonly Field[]
  /** What rows carry unless all fields are asked for. */
  readonly usual: Carried
  readonly all: Carried
}

/** Fields of a row, on their way from the database. */
export interface Carried {
  readonly select: (context: RecordContext) => RawBuilder<unknown>
  readonly read: (row: Row) => Row
}

/** The plan for a role; made when the first of that role asks. */
export const listPlan = (resource: Resource, schemas: SchemaSet, role: string): ListPlan => {
  const plans = plansByResource.get(resource) ?? new Map<string, ListPlan>()
  const plan = plans.get(role) ?? newPlan(resource, schemas, role)
  plansByResource.set(resource, plans.set(role, plan))
  return plan
}

const plansByResource = new WeakMap<Resource, Map<string, ListPlan>>()

const newPlan = (resource: Resource, schemas: SchemaSet, role: string): ListPlan => {
  const seen = resourceFor(resource, role)
  const fields = seen.fields.filter(({ detailOnly }) => !detailOnly)
  const carried = (carries: readonly Field[]): Carried => ({ select: fieldSelection(resource, carries, schemas), read: recordReader(carries, { schemas }) })
  return {
    seen,
    params: paramsOf(seen),
    sortable: sortableFields(seen),
    usual: carried(fields.filter(({ onDemand }) => !onDemand)),
    all: carried(fields),
  }
}
