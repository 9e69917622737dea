import { type RawBuilder, sql } from 'kysely'
import { rulesOf } from '../../schema/field-types'
import type { ReportDate, ReportDateUnit, ReportQuery, ReportSort, ReportSpec } from '../../schema/language/report'
import type { Resource } from '../../schema/language/resource'
import { fieldNamed } from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import { fieldsIdentifyingValueOf } from '../../schema/reports/report-lines'
import { currencyField, isMoney } from '../../schema/text/value-text'

/** Returns the order of a report's rows: by the subtotals, then the declared sort, then the grouping fields or the key, which make the order deterministic. */
export const orderOf = (resource: Resource, spec: ReportSpec, query: ReportQuery): RawBuilder<unknown> => {
  const ascendingSort = (names: readonly string[]): readonly ReportSort[] => names.map((field) => ({ field, order: 'ASC' }))
  const declaredSort = (name: string) => spec.sort.filter(({ field }) => field === name)
  const subtotals = spec.subtotals.flatMap((name) => [
    ...ascendingSort(fieldsIdentifyingValueOf(resource.fields, name).filter((identifyingName) => identifyingName !== name)),
    ...declaredSort(name),
    ...ascendingSort([name]),
  ])
  const identifying = query.groupBy.length > 0 ? groupsOf(resource, spec, query) : resource.key
  const all = [...subtotals, ...spec.sort, ...ascendingSort(identifying)]
  const distinct = all.filter(({ field }, index) => all.findIndex((other) => other.field === field) === index)
  return sql`order by ${sql.join(distinct.map(({ field, order }) => sql`${orderExpression(resource, spec, query, field)} ${order === 'DESC' ? sql`desc nulls last` : sql`asc`}`))}`
}

/** Returns the fields that a report groups by: each requested field, for a reference also the fields that must match in both records (`same`), and the currency if amounts are aggregated. */
export const groupsOf = (resource: Resource, { columns, dates }: ReportSpec, { groupBy }: ReportQuery): readonly string[] => {
  const currency = columns.some(({ aggregation, field }) => aggregation && isMoney(field)) ? [currencyField] : []
  // The resource may have no field for the currency.
  return [...new Set([...groupBy.flatMap((name) => fieldsIdentifyingValueOf(resource.fields, name)), ...currency])].filter(
    (name) => dates[name] !== undefined || resource.fields.some((field) => field.name === name),
  )
}

/** Returns the month or the day of a date field, in Taipei time. */
export const dateExpression = (resource: Resource, { sourceField, unit }: ReportDate): RawBuilder<unknown> => {
  const column = sql.ref(`t.${columnName(sourceField)}`)
  const hasTime = resource.fields.some(({ name, type }) => name === sourceField && rulesOf(type).comparedAs === 'datetime')
  return sql`to_char(${hasTime ? sql`${column} at time zone 'Asia/Taipei'` : column}, ${patterns[unit]})`
}

// Literals, because PostgreSQL would treat the same parameter in the select list and in `group by` as two different expressions.
const patterns: Readonly<Record<ReportDateUnit, RawBuilder<unknown>>> = { month: sql`'YYYY-MM'`, day: sql`'YYYY-MM-DD'` }

/** Returns the expression to sort by: the selected column of an aggregate or a computed field, or the column of the table. */
const orderExpression = (resource: Resource, spec: ReportSpec, { groupBy }: ReportQuery, name: string): RawBuilder<unknown> => {
  if (spec.columns.some(({ field, aggregation }) => field.name === name && aggregation)) return sql.id(name)
  // A report with groups selects from an inner statement `t`, in which a date has the name of its field.
  const date = spec.dates[name]
  if (date) return groupBy.length > 0 ? sql.id('t', name) : dateExpression(resource, date)
  const field = fieldNamed(resource.fields, name)
  return field && (field.virtual || field.type === 'count') ? sql.id(name) : sql.ref(`t.${columnName(name)}`)
}
