import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { tenantFields } from '../../domain/access/roles'
import type { RelatedField } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import type { SchemaSet } from '../../schema/load/schema-set'
import { tenantCondition } from '../access/tenant'
import type { Scope } from '../scope'

interface RelatedContext {
  readonly schemas: SchemaSet
  readonly scope: Scope
}

/**
 * Returns the SQL of a value of the record to which a reference refers; null if the session may not read that record.
 * `value` is SQL for the value in the other record's table, whose alias is `t`, too.
 */
export const relatedValue = (
  through: RelatedField,
  value: RawBuilder<unknown>,
  { schemas, scope }: RelatedContext,
): RawBuilder<unknown> => {
  const target = schemas.get(through.to)
  const names = columnNames(through)
  // In the inner query, `t` is the other table, so a query around it reads the columns of the reference.
  const keys = names.map(({ own }, index) => sql`${ofTable(own)} as ${sql.id(`key${index}`)}`)
  const matches = names.map(({ other }, index) => sql`${ofTable(other)} = ${sql.ref(`referring.key${index}`)}`)
  return sql`(
    select referenced.value from (select ${sql.join(keys)}) as referring
    cross join lateral (
      select ${value} as value from ${sql.table(target.table)} as t
      where ${sql.join(matches, sql` and `)} and ${tenantCondition(target, scope)} limit 1
    ) as referenced
  )`
}

/**
 * Returns the condition that the record to which a reference refers fulfils another condition, and that the session may
 * read that record.
 */
export const relatedCondition = (
  through: RelatedField,
  condition: RawBuilder<SqlBool>,
  { schemas, scope }: RelatedContext,
): RawBuilder<SqlBool> => {
  const target = schemas.get(through.to)
  const names = columnNames(through)
  const own = sql.join(names.map((name) => ofTable(name.own)))
  const matching = sql`
    select ${sql.join(names.map(({ other }) => ofTable(other)))} from ${sql.table(target.table)} as t
    where ${condition} and ${tenantCondition(target, scope)}`
  // A company has few agreements. As an array they are looked up in an index of agreements, whatever the planner expects.
  return through.reference === tenantFields.agreement
    ? sql`${own} = any(array(${matching}))`
    : sql`(${own}) in (${matching})`
}

const columnNames = ({ reference, by, same }: RelatedField) =>
  [{ own: reference, other: by }, ...same.map((name) => ({ own: name, other: name }))].map(({ own, other }) => ({
    own: columnName(own),
    other: columnName(other),
  }))

const ofTable = (column: string): RawBuilder<unknown> => sql.ref(`t.${column}`)
