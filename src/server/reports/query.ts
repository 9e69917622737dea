import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Refusal } from '../../domain/refusal'
import { columnName } from '../../schema/column-name'
import { isEmpty } from '../../schema/condition'
import { namedBy } from '../../schema/reports/report-lines'
import type { ReportColumn, ReportCondition, ReportQuery, ReportSort, ReportSpec } from '../../schema/reports/report-spec'
import { resourceFor } from '../../schema/resource-for'
import type { Field, Resource, Row } from '../../schema/types'
import { HttpRefusal } from '../call'
import type { RecordContext } from '../records/context'
import { filterCondition } from '../records/filter'
import { toRecord } from '../records/rows'
import { expressionOf, fromTable, selectFields } from '../records/select'
import { roleOf, seenBy } from '../records/sight'
import { tenantCondition } from '../store/tenant'

/** The rows of a report over a resource, as the session sees that resource's list; refuses more rows than the report may have. */
export const queriedRows = async (context: RecordContext, spec: ReportSpec, query: ReportQuery, parameters: Row): Promise<readonly Row[]> => {
  const resource = resourceFor(context.schemas.get(query.of), roleOf(context.scope))
  refuseHidden(resource, spec, query)
  const where = whereOf(context, resource, query, parameters)
  const { fields, statement } = query.groupBy.length > 0 ? grouped(context, resource, { spec, query, where }) : single(context, resource, { spec, where })
  const { rows } = await sql<Row>`${statement} ${orderOf(resource, spec, query)} limit ${spec.maxRows + 1}`.execute(context.db)
  if (rows.length > spec.maxRows) throw new Refusal('2002', `符合條件的資料超過 ${spec.maxRows.toLocaleString('en')} 筆，無法一次列出；請縮短期間或增加條件。`)
  return rows.map((row) => seenBy(context, resource, 'list', toRecord(fields, row, context)))
}

interface Parts {
  readonly spec: ReportSpec
  readonly where: RawBuilder<SqlBool>
}

interface Selected {
  readonly fields: readonly Field[]
  readonly statement: RawBuilder<unknown>
}

/** A row for each record. */
const single = (context: RecordContext, resource: Resource, { spec, where }: Parts): Selected => {
  const named = [
    ...spec.columns.map(({ field }) => field.name),
    ...spec.subtotals.flatMap((name) => namedBy(resource.fields, name)),
    ...spec.sort.map(({ field }) => field),
    'CurrencyType',
  ]
  const fields = resource.fields.filter(({ name }) => named.includes(name))
  return { fields, statement: sql`select ${selectFields(resource, fields, context)} ${fromTable(resource)} where ${where}` }
}

/** A row for each group: grouped first, so that labels are looked up once a group. */
const grouped = (context: RecordContext, resource: Resource, { spec, query, where }: Parts & { readonly query: ReportQuery }): Selected => {
  const fields = resource.fields.filter(({ name }) => groupsOf(resource, spec, query).includes(name))
  const figures = spec.columns.filter(({ sum, count }) => sum !== undefined || count)
  const inner = sql`
    select ${sql.join([
      ...fields.map(({ name }) => sql`${sql.ref(`t.${columnName(name)}`)} as ${sql.id(columnName(name))}`),
      ...figures.map((column) => sql`${figureOf(context, resource, column)} as ${sql.id(column.field.name)}`),
    ])}
    ${fromTable(resource)}
    where ${where}
    group by ${sql.join(fields.map(({ name }) => sql.ref(`t.${columnName(name)}`)))}`
  const selected = [selectFields(resource, fields, context), ...figures.map(({ field }) => sql.ref(`t.${field.name}`))]
  return { fields: [...fields, ...figures.map(({ field }) => field)], statement: sql`select ${sql.join(selected)} from (${inner}) as t where true` }
}

/** What is grouped by; a reference names its record only together with the fields that both agree in, and amounts only with their currency. */
const groupsOf = (resource: Resource, { columns }: ReportSpec, { groupBy }: ReportQuery): readonly string[] => {
  const currency = columns.some(({ sum, field }) => sum !== undefined && field.type === 'money') ? ['CurrencyType'] : []
  return [...new Set([...groupBy.flatMap((name) => namedBy(resource.fields, name)), ...currency])].filter((name) =>
    resource.fields.some((field) => field.name === name),
  )
}

const figureOf = (context: RecordContext, resource: Resource, { sum, count }: ReportColumn): RawBuilder<unknown> => {
  const field = resource.fields.find(({ name }) => name === sum)
  return count || !field ? sql`count(*)` : sql`coalesce(sum(${expressionOf(resource, field, context)}), 0)::bigint`
}

const whereOf = (context: RecordContext, resource: Resource, { where }: ReportQuery, parameters: Row): RawBuilder<SqlBool> =>
  sql.join(
    [
      tenantCondition(resource, context.scope),
      ...where.flatMap((condition) => {
        const field = resource.fields.find(({ name }) => name === condition.field)
        const values = valuesOf(condition, parameters)
        return field && values.length > 0 ? [filterCondition(resource, { field, match: condition.match, values }, context)] : []
      }),
    ],
    sql` and `,
  )

const valuesOf = ({ parameter, values }: ReportCondition, parameters: Row): readonly (string | number | boolean)[] => {
  if (parameter === undefined) return values ?? []
  const value = parameters[parameter]
  return isEmpty(value) ? [] : ([value].flat() as readonly (string | number | boolean)[])
}

/** By the subtotals, then as the file says, then by every other column, so that the same question always has the same answer. */
const orderOf = (resource: Resource, spec: ReportSpec, query: ReportQuery): RawBuilder<unknown> => {
  const rest = query.groupBy.length > 0 ? groupsOf(resource, spec, query) : resource.key
  const ascending = (names: readonly string[]): readonly ReportSort[] => names.map((field) => ({ field, order: 'ASC' }))
  const all = [...ascending(spec.subtotals.flatMap((name) => namedBy(resource.fields, name))), ...spec.sort, ...ascending(rest)]
  const once = all.filter(({ field }, index) => all.findIndex((other) => other.field === field) === index)
  return sql`order by ${sql.join(once.map(({ field, order }) => sql`${ordered(resource, spec, field)} ${order === 'DESC' ? sql`desc nulls last` : sql`asc`}`))}`
}

const ordered = (resource: Resource, spec: ReportSpec, name: string): RawBuilder<unknown> => {
  if (spec.columns.some(({ field, sum, count }) => field.name === name && (sum !== undefined || count))) return sql.id(name)
  const field = resource.fields.find((one) => one.name === name)
  return field && (field.virtual || field.type === 'count') ? sql.id(name) : sql.ref(`t.${columnName(name)}`)
}

/** A role from which the file keeps a field learns nothing of it by asking, grouping or adding up. */
const refuseHidden = (resource: Resource, spec: ReportSpec, { where, groupBy }: ReportQuery): void => {
  const used = [...where.map(({ field }) => field), ...groupBy, ...spec.columns.map(({ field, sum, count }) => (count ? '' : (sum ?? field.name)))]
  if (used.some((name) => name !== '' && !resource.fields.some((field) => field.name === name)))
    throw new HttpRefusal(403, '這份報表含有您的角色不能查詢的欄位，請洽貴公司的管理者。')
}
