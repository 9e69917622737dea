import { isOneself } from '../accounts/users/virtual-fields'
import { billStatus, billStatusFilter } from '../bills/virtual-fields'
import { whiteListStatus } from '../white-list/virtual-fields'
import type { SqlExpression, VirtualFilter } from './virtual-field'

/** The SQL expression of each field without a column, by `resource.Field`. */
export const virtualExpressions: Readonly<Record<string, SqlExpression>> = {
  'bills.BillStatus': billStatus,
  'whiteList.WhiteListStatus': whiteListStatus,
  'portalUser.IsOneself': isOneself,
}

/** The filters of those virtual fields that lists could otherwise find only by reading all records. */
export const virtualFilters: Readonly<Record<string, VirtualFilter>> = { 'bills.BillStatus': billStatusFilter }

/** Names of the virtual fields, for the check that schemas declare only these. */
export const virtualNames: readonly string[] = Object.keys(virtualExpressions)
