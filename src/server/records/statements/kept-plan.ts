import { pageSizes } from '../../../contract/list-query'
import { isMultiValued } from '../../../schema/field-types'
import { columnName } from '../../../schema/load/names'
import { tenantColumns } from '../../access/tenant'
import type { ParsedFilter } from '../list-query'
import type { ListCall } from './list-statement'

/**
 * Returns whether PostgreSQL may keep the plan of a list's statement: whether an index contains the list in its order, so that reading the first page takes equally
 * long for all values of the filters. For any other list, the best plan depends on the values, because a value can be rare or frequent.
 */
export const canKeepPlan = ({ context, plan, parsed, condition }: ListCall): boolean => {
  const { resource, visible } = plan
  const { page, pageSize, keyword, filters, sort } = parsed
  const tenant = tenantColumns(visible, context.scope)
  if (!tenant || condition || keyword || visible.where || page > 1 || !pageSizes.some((size) => size === pageSize)) return false
  if (sort.field.virtual || !filters.every(hasOneValue)) return false
  const fixed = new Set([...tenant, ...filters.map(({ field }) => columnName(field.name))])
  const order = [...new Set([sort.field.name, ...resource.key])].map(columnName)
  return plan.indexes.some(
    (columns) => columns.slice(0, fixed.size).every((column) => fixed.has(column)) && order.every((column, index) => columns[fixed.size + index] === column),
  )
}

/** Returns whether a filter compares a column with one value. */
const hasOneValue = ({ field, match, values }: ParsedFilter): boolean =>
  (match === 'exact' || match === 'in') && values.length === 1 && !field.virtual && field.type !== 'count' && !isMultiValued(field)
