import { pageSizes } from '../../../contract/list-query'
import { isMultiValued } from '../../../schema/field-types'
import { columnName } from '../../../schema/load/names'
import { tenantColumns } from '../../access/tenant'
import type { ListPlan } from '../list-plan'
import type { ParsedFilter } from '../list-query'
import type { ListCall } from './list-statement'

/**
 * Returns whether PostgreSQL may keep the plan of a list's statement: whether an index contains the list in its order, and no other index does, so that reading the
 * first page takes equally long for all values. For any other list, the best plan depends on the values, because a value can be rare or frequent. A list with a filter is
 * read in the order of the filter's column, see `rangeCondition` in list-query.ts.
 */
export const canKeepPlan = ({ context, plan, parsed, condition }: ListCall): boolean => {
  const { resource, visible } = plan
  const { page, pageSize, keyword, filters, sort } = parsed
  const tenant = tenantColumns(visible, context.scope)
  if (!tenant || condition || keyword || visible.where || page > 1 || !pageSizes.some((size) => size === pageSize)) return false
  if (sort.field.virtual || filters.length > 1 || !filters.every(hasOneValue)) return false
  const order = [...new Set([...filters.map(({ field }) => field.name), sort.field.name, ...resource.key])].map(columnName)
  return isContained(plan, [...tenant, ...order]) && (tenant.length === 0 || !isContained(plan, order))
}

/** Returns whether an index begins with the columns. */
const isContained = ({ indexes }: ListPlan, first: readonly string[]): boolean =>
  indexes.some((columns) => first.every((column, index) => columns[index] === column))

/** Returns whether a filter compares a column with one value. */
const hasOneValue = ({ field, match, values, mayBeEnd }: ParsedFilter): boolean =>
  (match === 'exact' || match === 'in') && values.length === 1 && !mayBeEnd && !field.virtual && field.type !== 'count' && !isMultiValued(field)
