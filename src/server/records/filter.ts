import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isList, keywordMatch, rulesOf } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import type { RecordContext } from './context'
import type { ParsedFilter } from './list-query'
import { expressionOf } from './projection'

/** A filter as SQL; values are always parameters. */
export const filterCondition = (resource: Resource, { field, match, values }: ParsedFilter, context: RecordContext): RawBuilder<SqlBool> => {
  const column = expressionOf(resource, field, context)
  if (isList(field))
    return sql`(${sql.join(
      values.map((value) => sql`${column} @> ${JSON.stringify([value])}::jsonb`),
      sql` or `,
    )})`
  const [value = ''] = values
  switch (match) {
    case 'contains':
      return contains(column, String(value))
    case 'from':
      return rulesOf(field.type).compares === 'datetime' ? sql`${column} >= ${dayStart(value)}` : sql`${column} >= ${value}`
    case 'to':
      return rulesOf(field.type).compares === 'datetime' ? sql`${column} < ${dayStart(value)} + interval '1 day'` : sql`${column} <= ${value}`
    default:
      return sql`${column} in (${sql.join(values)})`
  }
}

/** Any of the fields that the schema's search names holds the words, or is the number that they are; a query that has words has such fields. */
export const keywordCondition = (resource: Resource, keyword: string, context: RecordContext): RawBuilder<SqlBool> => {
  const fields = resource.fields.filter(({ name }) => resource.list.search.includes(name))
  return sql`(${sql.join(
    fields.map((field) => {
      const column = expressionOf(resource, field, context)
      return keywordMatch(field.type) === 'exact' ? sql`${column}::text = ${keyword}` : contains(column, keyword)
    }),
    sql` or `,
  )})`
}

const contains = (column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> => sql`${column}::text ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`

/** Midnight in Taipei, where the business day begins. */
const dayStart = (day: unknown): RawBuilder<unknown> => sql`${`${day}T00:00:00+08:00`}::timestamptz`
