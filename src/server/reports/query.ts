import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { columnName } from '../../schema/column-name'
import { allExpressionFields } from '../../schema/expression'
import { namedBy } from '../../schema/reports/report-lines'
import type { ReportQuery, ReportSpec } from '../../schema/reports/report-spec'
import { permissionFor } from '../../schema/sight'
import type { Field, Resource, Row } from '../../schema/types'
import { HttpRefusal } from '../call'
import type { RecordContext } from '../records/context'
import { recordReader } from '../records/rows'
import { fromTable, selectFields } from '../records/select'
import { roleOf, seenBy } from '../records/sight'
import { figureTerms } from './figures'
import { dateTerm, groupsOf, orderOf } from './order'
import { tooManyRows } from './too-many-rows'
import { whereOf } from './where'

/** The rows of a report over a resource, as the session sees that resource's list; refuses more rows than the report may have. */
export const queriedRows = async (context: RecordContext, spec: ReportSpec, query: ReportQuery, parameters: Row): Promise<readonly Row[]> => {
  const resource = context.schemas.get(query.of)
  refuseHidden(resource, spec, query, roleOf(context.scope))
  const where = whereOf(context, resource, query, parameters)
  const { fields, statement } = query.groupBy.length > 0 ? grouped(context, resource, { spec, query, where }) : single(context, resource, { spec, where })
  const { rows } = await sql<Row>`${statement} ${orderOf(resource, spec, query)} limit ${spec.maxRows + 1}`.execute(context.db)
  if (rows.length > spec.maxRows) throw tooManyRows(spec.maxRows)
  return rows.map(recordReader(fields, context)).map(seenBy(context, resource, 'list'))
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
  const named = [...namedBySpec(spec), 'CurrencyType'].flatMap((name) => namedBy(resource.fields, spec.dates[name]?.of ?? name))
  const fields = resource.fields.filter(({ name }) => named.includes(name))
  return { fields, statement: sql`select ${selectFields(resource, fields, context)} ${fromTable(resource)} where ${where}` }
}

const namedBySpec = ({ columns, subtotals, sort }: ReportSpec): readonly string[] => [
  ...columns.flatMap(({ field, value }) => (value === undefined ? [field.name] : allExpressionFields(value))),
  ...subtotals,
  ...sort.map(({ field }) => field),
]

/** A row for each group: grouped first, so that labels are looked up once a group. */
const grouped = (context: RecordContext, resource: Resource, { spec, query, where }: Parts & { readonly query: ReportQuery }): Selected => {
  const names = groupsOf(resource, spec, query)
  const fields = resource.fields.filter(({ name }) => names.includes(name))
  const dates = spec.fields.filter(({ name }) => spec.dates[name] && names.includes(name))
  const figures = spec.columns.flatMap((column) => figureTerms(context, resource, column))
  const term = (name: string) => (spec.dates[name] ? dateTerm(resource, spec.dates[name]) : sql.ref(`t.${columnName(name)}`))
  const inner = sql`
    select ${sql.join([
      ...fields.map(({ name }) => sql`${term(name)} as ${sql.id(columnName(name))}`),
      ...dates.map(({ name }) => sql`${term(name)} as ${sql.id(name)}`),
      ...figures.map((figure) => sql`${figure.term} as ${sql.id(figure.field.name)}`),
    ])}
    ${fromTable(resource)}
    where ${where}
    group by ${sql.join([...fields, ...dates].map(({ name }) => term(name)))}`
  const whole = [...dates, ...figures.map(({ field }) => field)]
  const selected = [...(fields.length > 0 ? [selectFields(resource, fields, context)] : []), ...whole.map(({ name }) => sql.id('t', name))]
  return { fields: [...fields, ...whole], statement: sql`select ${sql.join(selected)} from (${inner}) as t where true` }
}

/** A role from which the file keeps a field in lists learns nothing of it by asking, grouping or adding up. */
const refuseHidden = (resource: Resource, spec: ReportSpec, { where, groupBy }: ReportQuery, role: string): void => {
  const used = [
    ...where.map(({ field }) => field),
    ...groupBy,
    ...spec.subtotals,
    ...spec.sort.map(({ field }) => field),
    ...spec.columns.flatMap(({ field, figure, value }) =>
      figure ? [figure.of, ...Object.keys(figure.where)] : value === undefined ? [field.name] : allExpressionFields(value),
    ),
  ]
  const own = resource.fields.map(({ name }) => name)
  if (used.map((name) => spec.dates[name]?.of ?? name).some((name) => own.includes(name) && permissionFor(resource, role, name).list === 'hidden'))
    throw new HttpRefusal(403, '這份報表含有您的角色不能查詢的欄位，請洽貴公司的管理者。')
}
