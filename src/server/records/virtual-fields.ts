import { isOneself } from '../accounts/users/virtual-fields'
import { billStatus, billStatusFilter } from '../bills/virtual-fields'
import { whiteListStatus } from '../white-list/virtual-fields'
import type { SqlExpression, VirtualFilter } from './virtual-field'

/** The SQL expressions of virtual fields, by `resource.Field`. */
export const virtualExpressions: Readonly<Record<string, SqlExpression>> = {
  'bills.BillStatus': billStatus,
  'whiteList.WhiteListStatus': whiteListStatus,
  'portalUser.IsOneself': isOneself,
}

/**
 * The filters of virtual fields.
 * A list that filters by a virtual field without such a filter must read all records.
 */
export const virtualFilters: Readonly<Record<string, VirtualFilter>> = { 'bills.BillStatus': billStatusFilter }

/** The names of the virtual fields. A check rejects schema files that declare other virtual fields. */
export const virtualNames: readonly string[] = Object.keys(virtualExpressions)
