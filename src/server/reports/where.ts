import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { monthDays } from '../../domain/dates'
import { holds, isEmpty } from '../../schema/condition'
import type { ReportCondition, ReportQuery } from '../../schema/reports/report-spec'
import type { Field, Resource, Row } from '../../schema/types'
import type { RecordContext } from '../records/context'
import { filterCondition } from '../records/filter'
import { aroundOf } from '../records/sight'
import { tenantCondition } from '../store/tenant'

/** Which records a report is about: those of the company that its parameters ask for. */
export const whereOf = (context: RecordContext, resource: Resource, { where }: ReportQuery, parameters: Row): RawBuilder<SqlBool> =>
  sql.join(
    [
      tenantCondition(resource, context.scope),
      ...where.flatMap((condition) => {
        const field = resource.fields.find(({ name }) => name === condition.field)
        const values = valuesOf(context, condition, parameters)
        return field && values.length > 0 ? conditionsOf(context, resource, { ...condition, field, values }) : []
      }),
    ],
    sql` and `,
  )

type Asked = Pick<ReportCondition, 'match'> & { readonly field: Field; readonly values: readonly (string | number | boolean)[] }

const conditionsOf = (context: RecordContext, resource: Resource, { field, match, values }: Asked): readonly RawBuilder<SqlBool>[] => {
  if (match !== 'month') return [filterCondition(resource, { field, match, values }, context)]
  // From day to day, so that an index on the day serves.
  const [first, last] = monthDays(String(values[0]))
  return [
    filterCondition(resource, { field, match: 'from', values: [first] }, context),
    filterCondition(resource, { field, match: 'to', values: [last] }, context),
  ]
}

const valuesOf = (context: RecordContext, { parameter, values, when }: ReportCondition, parameters: Row): readonly (string | number | boolean)[] => {
  if (when && !holds(when, parameters, aroundOf(context))) return []
  if (parameter === undefined) return values ?? []
  const value = parameters[parameter]
  return isEmpty(value) ? [] : ([value].flat() as readonly (string | number | boolean)[])
}
