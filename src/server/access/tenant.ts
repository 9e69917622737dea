import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFields } from '../../domain/access/roles'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import { isEmpty } from '../../schema/rules/condition'
import { mustChoose } from '../../schema/rules/messages'
import type { Db } from '../ports'
import type { PayerScope, Scope } from '../scope'
import type { Scoped } from './caller'

const { agreement, company } = tenantFields

const columns = { agreement: columnName(agreement), company: columnName(company) } as const

/**
 * Returns the tenant guard: the SQL condition for the records that a session may read or change.
 * For a payer's session it is always false.
 */
export const tenantCondition = (
  resource: Pick<Resource, 'tenant' | 'fields'>,
  scope: Scope,
  table = 't',
): RawBuilder<SqlBool> => {
  if (resource.tenant === agreement || scope.kind === 'bank') return agreementCondition(scope, table)
  if (scope.kind !== 'company') return sql`false`
  if (resource.tenant === 'shared') return sql`true`
  const isOfCompany = sql<SqlBool>`${sql.ref(`${table}.${columns.company}`)} = ${scope.uniformNo}`
  // If a record of the company also has an agreement, only users of that agreement may read or change it.
  return resource.fields.some(({ name }) => name === agreement)
    ? sql`(${isOfCompany} and (${sql.ref(`${table}.${columns.agreement}`)} is null or ${agreementCondition(scope, table)}))`
    : isOfCompany
}

/** Returns the tenant guard of a table with a column `apply_code`. */
export const agreementCondition = (scope: Scope, table: string): RawBuilder<SqlBool> => {
  if (scope.kind === 'bank') return sql`true`
  return scope.kind === 'company' && scope.applyCodes.length > 0
    ? sql`${sql.ref(`${table}.${columns.agreement}`)} in (${sql.join(scope.applyCodes)})`
    : sql`false`
}

/**
 * Returns whether a session may use an agreement.
 * The bank may use all agreements, a company's user only those assigned to them.
 * Null stands for records without an agreement, which only the bank may use.
 */
export const canUseAgreement = (scope: Scope, applyCode: string | null): boolean =>
  scope.kind === 'bank' || (scope.kind === 'company' && applyCode !== null && scope.applyCodes.includes(applyCode))

/** Returns whether the tenant guard (`tenantCondition`) holds for a record. */
export const isOfTenant = (
  { scope }: Scoped,
  resource: Pick<Resource, 'tenant' | 'fields'>,
  record: RecordValues,
): boolean => {
  const applyCode = isEmpty(record[agreement]) ? null : String(record[agreement])
  if (resource.tenant === agreement || scope.kind === 'bank') return canUseAgreement(scope, applyCode)
  if (scope.kind !== 'company') return false
  if (resource.tenant === 'shared') return true
  return record[company] === scope.uniformNo && (applyCode === null || canUseAgreement(scope, applyCode))
}

/** Returns the company of an agreement; undefined if there is no such agreement. */
export const companyOfAgreement = async (db: Db, applyCode: string): Promise<string | undefined> =>
  (await db.selectFrom('agreement').select('uniform_no').where('apply_code', '=', applyCode).executeTakeFirst())
    ?.uniform_no ?? undefined

/** Returns the condition for the bills `b` of a payer's session: single bills, and all bills of its payers. */
export const payerBillCondition = (scope: PayerScope): RawBuilder<SqlBool> => sql`(
  b.serial_id in (select value::bigint from jsonb_array_elements_text(${JSON.stringify(scope.billIds)}::text::jsonb))
  or ${payerCondition(scope, 'b')}
)`

/** Returns the condition for the rows of a table that belong to the session's payers. */
export const payerCondition = ({ payers }: PayerScope, table: string): RawBuilder<SqlBool> => sql`
  (${sql.ref(`${table}.${columns.agreement}`)}, ${sql.ref(`${table}.payer_id`)}) in (
    select payer ->> 'ApplyCode', payer ->> 'PayerId'
    from jsonb_array_elements(${JSON.stringify(payers)}::text::jsonb) payer
  )`

/**
 * Adds the UniformNo of the session's company to a record that belongs to a company, because forms of company users do
 * not contain it.
 * Returns any other record unchanged.
 */
export const withTenant = ({ scope }: Scoped, resource: Resource, record: RecordValues): RecordValues =>
  resource.tenant === company && scope.kind === 'company' ? { ...record, [company]: scope.uniformNo } : record

/**
 * Returns an error for ApplyCode if records of the resource belong to agreements and the record has none, or one that
 * the session may not use.
 * Returns no errors for the bank.
 */
export const tenantErrors = (
  { scope }: Scoped,
  resource: Resource,
  record: RecordValues,
): Readonly<Record<string, string>> => {
  if (scope.kind === 'bank' || resource.tenant !== agreement) return {}
  const code = String(record[agreement] ?? '')
  const label = fieldNamed(resource.fields, agreement)?.label ?? agreement
  if (code === '') return { [agreement]: mustChoose(label) }
  return canUseAgreement(scope, code) ? {} : { [agreement]: `您不能使用委託單位代號「${code}」，請改用貴公司的代號。` }
}
