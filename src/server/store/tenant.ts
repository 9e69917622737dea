import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { columnName } from '../../schema/column-name'
import type { Resource } from '../../schema/types'
import type { Scope } from '../call'

/** Which records of a table a session may see or touch: the one place where a company's wall stands. */
export const tenantCondition = (resource: Pick<Resource, 'tenant' | 'fields'>, scope: Scope, table = 't'): RawBuilder<SqlBool> => {
  if (scope.kind === 'bank') return sql`true`
  if (scope.kind !== 'company') return sql`false`
  if (resource.tenant === 'shared') return sql`true`
  const ofApplyCode = within(table, 'ApplyCode', scope.applyCodes)
  if (resource.tenant === 'ApplyCode') return ofApplyCode
  const ofCompany = sql<SqlBool>`${sql.ref(`${table}.uniform_no`)} = ${scope.uniformNo}`
  // A record of the company that also names an agreement is for those alone who work that agreement.
  return resource.fields.some(({ name }) => name === 'ApplyCode')
    ? sql`(${ofCompany} and (${sql.ref(`${table}.apply_code`)} is null or ${ofApplyCode}))`
    : ofCompany
}

/** The same for a table with a column `apply_code` in hand-written SQL. */
export const within = (table: string, field: string, values: readonly string[]): RawBuilder<SqlBool> =>
  values.length ? sql`${sql.ref(`${table}.${columnName(field)}`)} in (${sql.join(values)})` : sql`false`

/** The company a session's changes and files belong to; empty for the bank's own users. */
export const companyOf = (scope: Scope): string => (scope.kind === 'company' ? scope.uniformNo : '')

/** Who the audit trail names. */
export const actorOf = (scope: Scope): string => (scope.kind === 'company' || scope.kind === 'bank' ? scope.userId : scope.kind)
