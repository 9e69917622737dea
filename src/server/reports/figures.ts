import { type RawBuilder, sql } from 'kysely'
import type { ReportColumn } from '../../schema/reports/report-spec'
import { averageParts } from '../../schema/reports/report-total'
import type { Field, Resource } from '../../schema/types'
import type { RecordContext } from '../records/context'
import { filterCondition } from '../records/filter'
import { expressionOf } from '../records/select'

/** A figure of each group, under the name of its field. */
export interface FigureTerm {
  readonly field: Field
  readonly term: RawBuilder<unknown>
}

/** What the database works out for a column; an average as its two parts, so that those of groups can be joined. */
export const figureTerms = (context: RecordContext, resource: Resource, column: ReportColumn): readonly FigureTerm[] => {
  const { field, figure } = column
  if (!figure) return []
  const only = filterOf(context, resource, column)
  const of = resource.fields.find(({ name }) => name === figure.of)
  if (!of) return [{ field, term: sql`count(*) ${only}` }]
  const value = expressionOf(resource, of, context)
  const sum = sql`coalesce(sum(${value}) ${only}, 0)${isWhole(of) ? sql`::bigint` : sql``}`
  const part = (name: string, term: RawBuilder<unknown>): FigureTerm => ({ field: { ...field, name }, term })
  const parts = averageParts(field.name)
  switch (figure.how) {
    case 'average':
      return [part(parts.sum, sum), part(parts.count, sql`count(${value}) ${only}`)]
    case 'min':
      return [{ field, term: sql`min(${value}) ${only}` }]
    case 'max':
      return [{ field, term: sql`max(${value}) ${only}` }]
    default:
      return [{ field, term: sum }]
  }
}

const isWhole = (field: Field): boolean => field.type !== 'percent' && !(field.type === 'computed' && (field.as === 'percent' || field.as === 'decimal'))

const filterOf = (context: RecordContext, resource: Resource, { figure }: ReportColumn): RawBuilder<unknown> => {
  const conditions = Object.entries(figure?.where ?? {}).flatMap(([name, values]) => {
    const field = resource.fields.find((one) => one.name === name)
    return field ? [filterCondition(resource, { field, match: 'exact', values }, context)] : []
  })
  return conditions.length === 0 ? sql`` : sql`filter (where ${sql.join(conditions, sql` and `)})`
}
