import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { firstAndLastDay } from '../../domain/dates/dates'
import { Refusal } from '../../domain/refusal'
import { facetsOf } from '../../schema/field-types'
import { rulesOf } from '../../schema/field-types/index'
import type { RecordValues } from '../../schema/language/language'
import type {
  ReportColumn,
  ReportCondition,
  ReportDate,
  ReportDateUnit,
  ReportQuery,
  ReportSort,
  ReportSpec,
} from '../../schema/language/report'
import type { Resource } from '../../schema/language/resource'
import { type Field, fieldNamed } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import { averageParts, fieldsIdentifyingValueOf } from '../../schema/reports/report-lines'
import { conditionHolds, isEmpty } from '../../schema/rules/condition'
import { allExpressionFields } from '../../schema/rules/expression'
import { currencyField, isMoney } from '../../schema/text/value-text'
import { isHiddenInLists, recordViewFor } from '../access/fields'
import { tenantCondition } from '../access/tenant'
import { HttpRefusal } from '../call'
import { conditionContextOf } from '../context'
import type { RecordContext } from '../record-context'
import { filterCondition } from '../records/list/list-query'
import {
  allOf,
  expressionOf,
  fieldsToSelect,
  fromTable,
  recordReader,
  selectFields,
  sqlContextOf,
} from '../records/projection'

/**
 * Returns the rows of a report over a resource, as the session may see them in lists of that resource.
 * Throws a refusal if there are more rows than the report may have.
 */
export const queriedRows = async (
  context: RecordContext,
  spec: ReportSpec,
  query: ReportQuery,
  parameters: RecordValues,
): Promise<readonly RecordValues[]> => {
  const resource = context.schemas.get(query.of)
  requireVisibleFields(context, resource, spec, query)
  const where = whereOf(context, resource, query, parameters)
  const { fields, statement } =
    query.groupBy.length > 0
      ? groupedStatement(context, resource, { spec, query, where })
      : ungroupedStatement(context, resource, { spec, where })
  const { rows } =
    await sql<RecordValues>`${statement} ${orderOf(resource, spec, query)} limit ${spec.maxRows + 1}`.execute(
      context.db,
    )
  if (rows.length > spec.maxRows) throw tooManyRowsRefusal(spec.maxRows)
  const readRecord = recordReader(fields, context)
  const viewOf = recordViewFor(context, resource, 'list')
  return rows.map((row) => viewOf(readRecord(row), row))
}

interface StatementSource {
  readonly spec: ReportSpec
  readonly where: RawBuilder<SqlBool>
}

/** A statement for the rows of a report, and the fields that it selects. */
interface ReportStatement {
  readonly fields: readonly Field[]
  readonly statement: RawBuilder<unknown>
}

/** Returns the SQL statement that selects a row for each record, with the selected fields. */
const ungroupedStatement = (
  context: RecordContext,
  resource: Resource,
  { spec, where }: StatementSource,
): ReportStatement => {
  // A derived date (`spec.dates`) needs the field from which it is derived, and a reference needs the fields that
  // together with its code identify a record.
  const usedNames = [...fieldNamesOf(spec), currencyField].flatMap((name) =>
    fieldsIdentifyingValueOf(resource.fields, spec.dates[name]?.sourceField ?? name),
  )
  const fields = resource.fields.filter(({ name }) => usedNames.includes(name))
  return {
    fields,
    statement: sql`select ${selectFields(resource, fieldsToSelect(resource, fields), context)} ${fromTable(resource)} where ${where}`,
  }
}

/** Returns the names of the fields that a report without groups uses. */
const fieldNamesOf = ({ columns, subtotals, sort }: ReportSpec): readonly string[] => [
  ...columns.flatMap(shownFields),
  ...subtotals,
  ...sort.map(({ field }) => field),
]

/** Returns the names of the fields whose values a column shows or computes with. */
const shownFields = ({ field, value }: ReportColumn): readonly string[] =>
  value === undefined ? [field.name] : allExpressionFields(value)

/**
 * Returns the SQL statement that selects a row for each group, with the selected fields.
 * An inner statement groups the records, so that labels are looked up once for each group.
 */
const groupedStatement = (
  context: RecordContext,
  resource: Resource,
  { spec, query, where }: StatementSource & { readonly query: ReportQuery },
): ReportStatement => {
  const names = groupsOf(resource, spec, query)
  const fields = resource.fields.filter(({ name }) => names.includes(name))
  const dates = spec.fields.filter(({ name }) => spec.dates[name] && names.includes(name))
  const aggregates = spec.columns.flatMap((column) => aggregateExpressions(context, resource, column))
  const groupExpression = (name: string) =>
    spec.dates[name] ? dateExpression(resource, spec.dates[name]) : sql.ref(`t.${columnName(name)}`)
  const inner = sql`
    select ${sql.join([
      ...fields.map(({ name }) => sql`${groupExpression(name)} as ${sql.id(columnName(name))}`),
      ...dates.map(({ name }) => sql`${groupExpression(name)} as ${sql.id(name)}`),
      ...aggregates.map(({ field, expression }) => sql`${expression} as ${sql.id(field.name)}`),
    ])}
    ${fromTable(resource)}
    where ${where}
    group by ${sql.join([...fields, ...dates].map(({ name }) => groupExpression(name)))}`
  const computed = [...dates, ...aggregates.map(({ field }) => field)]
  const selected = [
    ...(fields.length > 0 ? [selectFields(resource, fields, context)] : []),
    ...computed.map(({ name }) => sql.id('t', name)),
  ]
  return { fields: [...fields, ...computed], statement: sql`select ${sql.join(selected)} from (${inner}) as t` }
}

/**
 * Throws a refusal if the report uses a field that lists hide from the role, in a condition, group, column, subtotal or
 * sort.
 */
const requireVisibleFields = (
  context: RecordContext,
  resource: Resource,
  spec: ReportSpec,
  { where, groupBy }: ReportQuery,
): void => {
  const used = [
    ...where.map(({ field }) => field),
    ...groupBy,
    ...spec.subtotals,
    ...spec.sort.map(({ field }) => field),
    ...spec.columns.flatMap((column) =>
      column.aggregation
        ? [column.aggregation.sourceField, ...Object.keys(column.aggregation.where)]
        : shownFields(column),
    ),
  ]
  const fieldNames = resource.fields.map(({ name }) => name)
  if (
    used
      .map((name) => spec.dates[name]?.sourceField ?? name)
      .some((name) => fieldNames.includes(name) && isHiddenInLists(context, resource, name))
  )
    throw new HttpRefusal(403, '這份報表含有您的角色不能查詢的欄位，請洽貴公司的管理者。')
}

/** Returns the condition for the records of a report: those that the session may read and that match the parameters. */
const whereOf = (
  context: RecordContext,
  resource: Resource,
  { where }: ReportQuery,
  parameters: RecordValues,
): RawBuilder<SqlBool> =>
  allOf([
    tenantCondition(resource, context.scope),
    ...where.flatMap((condition) => {
      const field = fieldNamed(resource.fields, condition.field)
      const values = valuesOf(context, condition, parameters)
      return field && values.length > 0 ? conditionsOf(context, resource, { ...condition, field, values }) : []
    }),
  ])

/** A condition with its field and the values to compare with. */
type BoundCondition = Pick<ReportCondition, 'match'> & {
  readonly field: Field
  readonly values: readonly (string | number | boolean)[]
}

const conditionsOf = (
  context: RecordContext,
  resource: Resource,
  { field, match, values }: BoundCondition,
): readonly RawBuilder<SqlBool>[] => {
  if (match !== 'month') return [filterCondition(resource, { field, match, values }, sqlContextOf(context))]
  // A month is compared as a range of days, so that an index on the day can be used.
  const [first, last] = firstAndLastDay(String(values[0]))
  return [
    filterCondition(resource, { field, match: 'from', values: [first] }, sqlContextOf(context)),
    filterCondition(resource, { field, match: 'to', values: [last] }, sqlContextOf(context)),
  ]
}

const valuesOf = (
  context: RecordContext,
  { parameter, values, when }: ReportCondition,
  parameters: RecordValues,
): readonly (string | number | boolean)[] => {
  if (when && !conditionHolds(when, parameters, conditionContextOf(context))) return []
  if (parameter === undefined) return values ?? []
  const value = parameters[parameter]
  return isEmpty(value) ? [] : ([value].flat() as readonly (string | number | boolean)[])
}

/** The SQL expression of an aggregate, under the name of its field. */
interface AggregateExpression {
  readonly field: Field
  readonly expression: RawBuilder<unknown>
}

/**
 * Returns the aggregates that the database computes for a column.
 * An average is a sum and a count, so that subtotals can combine the averages of groups.
 */
const aggregateExpressions = (
  context: RecordContext,
  resource: Resource,
  column: ReportColumn,
): readonly AggregateExpression[] => {
  const { field, aggregation } = column
  if (!aggregation) return []
  const filter = filterClause(context, resource, column)
  const source = fieldNamed(resource.fields, aggregation.sourceField)
  if (!source) return [{ field, expression: sql`count(*) ${filter}` }]
  const value = expressionOf(resource, source, sqlContextOf(context))
  const sum = sql`coalesce(sum(${value}) ${filter}, 0)${isWhole(source) ? sql`::bigint` : sql``}`
  const expressionNamed = (name: string, expression: RawBuilder<unknown>): AggregateExpression => ({
    field: { ...field, name },
    expression,
  })
  const parts = averageParts(field.name)
  switch (aggregation.aggregate) {
    case 'average':
      return [expressionNamed(parts.sum, sum), expressionNamed(parts.count, sql`count(${value}) ${filter}`)]
    case 'min':
      return [{ field, expression: sql`min(${value}) ${filter}` }]
    case 'max':
      return [{ field, expression: sql`max(${value}) ${filter}` }]
    default:
      return [{ field, expression: sum }]
  }
}

const isWhole = (field: Field): boolean => facetsOf(field).numberKind?.isWhole !== false

const filterClause = (
  context: RecordContext,
  resource: Resource,
  { aggregation }: ReportColumn,
): RawBuilder<unknown> => {
  const conditions = Object.entries(aggregation?.where ?? {}).flatMap(([name, values]) => {
    const field = fieldNamed(resource.fields, name)
    return field ? [filterCondition(resource, { field, match: 'exact', values }, sqlContextOf(context))] : []
  })
  return conditions.length === 0 ? sql`` : sql`filter (where ${allOf(conditions)})`
}

/**
 * Returns the refusal for a report with too many rows.
 * The rows are not cut off at the limit, because the sums would then be wrong.
 */
export const tooManyRowsRefusal = (maxRows: number): Refusal =>
  new Refusal('2002', `符合條件的資料超過 ${maxRows.toLocaleString('en')} 筆，無法一次列出；請縮短期間或增加條件。`)

/**
 * Returns the order of a report's rows: by the subtotals, then the declared sort, then the grouping fields or the key,
 * which make the order deterministic.
 */
const orderOf = (resource: Resource, spec: ReportSpec, query: ReportQuery): RawBuilder<unknown> => {
  const ascendingSort = (names: readonly string[]): readonly ReportSort[] =>
    names.map((field) => ({ field, order: 'ASC' }))
  const declaredSort = (name: string) => spec.sort.filter(({ field }) => field === name)
  const subtotals = spec.subtotals.flatMap((name) => [
    ...ascendingSort(
      fieldsIdentifyingValueOf(resource.fields, name).filter((identifyingName) => identifyingName !== name),
    ),
    ...declaredSort(name),
    ...ascendingSort([name]),
  ])
  const identifying = query.groupBy.length > 0 ? groupsOf(resource, spec, query) : resource.key
  const all = [...subtotals, ...spec.sort, ...ascendingSort(identifying)]
  const distinct = all.filter(({ field }, index) => all.findIndex((other) => other.field === field) === index)
  return sql`order by ${sql.join(distinct.map(({ field, order }) => sql`${orderExpression(resource, spec, query, field)} ${order === 'DESC' ? sql`desc nulls last` : sql`asc`}`))}`
}

/**
 * Returns the fields that a report groups by: each requested field, for a reference also the fields that must match in
 * both records (`same`), and the currency if amounts are aggregated.
 */
const groupsOf = (resource: Resource, { columns, dates }: ReportSpec, { groupBy }: ReportQuery): readonly string[] => {
  const currency = columns.some(({ aggregation, field }) => aggregation && isMoney(field)) ? [currencyField] : []
  // The resource may have no field for the currency.
  return [
    ...new Set([...groupBy.flatMap((name) => fieldsIdentifyingValueOf(resource.fields, name)), ...currency]),
  ].filter((name) => dates[name] !== undefined || resource.fields.some((field) => field.name === name))
}

/** Returns the month or the day of a date field, in Taipei time. */
const dateExpression = (resource: Resource, { sourceField, unit }: ReportDate): RawBuilder<unknown> => {
  const column = sql.ref(`t.${columnName(sourceField)}`)
  const hasTime = resource.fields.some(
    ({ name, type }) => name === sourceField && rulesOf(type).comparedAs === 'datetime',
  )
  return sql`to_char(${hasTime ? sql`${column} at time zone 'Asia/Taipei'` : column}, ${patterns[unit]})`
}

// Literals, because PostgreSQL would treat the same parameter in the select list and in `group by` as two different
// expressions.
const patterns: Readonly<Record<ReportDateUnit, RawBuilder<unknown>>> = {
  month: sql`'YYYY-MM'`,
  day: sql`'YYYY-MM-DD'`,
}

/**
 * Returns the expression to sort by: the selected column of an aggregate or a computed field, or the column of the
 * table.
 */
const orderExpression = (
  resource: Resource,
  spec: ReportSpec,
  { groupBy }: ReportQuery,
  name: string,
): RawBuilder<unknown> => {
  if (spec.columns.some(({ field, aggregation }) => field.name === name && aggregation)) return sql.id(name)
  // A report with groups selects from an inner statement `t`, in which a date has the name of its field.
  const date = spec.dates[name]
  if (date) return groupBy.length > 0 ? sql.id('t', name) : dateExpression(resource, date)
  const field = fieldNamed(resource.fields, name)
  return field && (field.virtual || field.type === 'count') ? sql.id(name) : sql.ref(`t.${columnName(name)}`)
}
