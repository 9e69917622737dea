import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { columnName } from '../../schema/column-name'
import { isList, isReference } from '../../schema/field-types'
import { hasTable } from '../../schema/has-table'
import type { Resource } from '../../schema/resource'
import type { Field, ReferenceField, Row } from '../../schema/types'
import type { RecordContext } from './context'
import { columnOf, fromTable } from './projection'

/** How many records of which resources refer to this one, through references, lists of references and rows, in words: 7 個代收期別. */
export const usesOf = async ({ db, schemas }: RecordContext, resource: Resource, record: Row): Promise<readonly string[]> => {
  const uses: string[] = []
  for (const other of schemas.resources.filter(hasTable)) {
    const conditions = other.fields.flatMap((field) => conditionsOf(field, resource, record))
    if (conditions.length === 0) continue
    const { rows } = await sql<{ count: number }>`select count(*) as count ${fromTable(other)} where ${sql.join(conditions, sql` or `)}`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0) uses.push(`${count} ${other.unit}${other.noun}`)
  }
  return uses
}

const conditionsOf = (field: Field, resource: Resource, record: Row): RawBuilder<SqlBool>[] => {
  if (field.virtual) return []
  if (field.type === 'rows') return field.fields.filter(isReference).flatMap((inner) => (inner.to === resource.name ? [inRows(field.name, inner, record)] : []))
  if (!isReference(field) || field.to !== resource.name) return []
  const value = record[field.by]
  const match = isList(field) ? sql<SqlBool>`${columnOf(field.name)} @> ${JSON.stringify([value])}::jsonb` : sql<SqlBool>`${columnOf(field.name)} = ${value}`
  return [agreeing(match, field, record)]
}

const inRows = (rowsField: string, inner: ReferenceField, record: Row): RawBuilder<SqlBool> =>
  agreeing(sql<SqlBool>`${sql.ref(`t.${columnName(rowsField)}`)} @> ${JSON.stringify([{ [inner.name]: record[inner.by] }])}::jsonb`, inner, record)

const agreeing = (match: RawBuilder<SqlBool>, { same }: ReferenceField, record: Row): RawBuilder<SqlBool> =>
  sql`(${sql.join([match, ...same.map((name) => sql`${columnOf(name)} = ${record[name]}`)], sql` and `)})`
