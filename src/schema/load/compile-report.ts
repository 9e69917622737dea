import { tenantFields } from '../../domain/access/roles'
import { facetsOf } from '../field-types'
import { numberKinds } from '../field-types/numbers'
import type { RawColumn, RawDate, RawFields, RawReport, RawResource } from '../language/raw-resource'
import {
  type ReportAggregate,
  type ReportColumn,
  type ReportSource,
  type ReportSpec,
  type ReportTotal,
  reportAggregates,
  reportLimits,
} from '../language/report'
import type { Resource } from '../language/resource'
import { type Expression, type Field, type FieldBase, fieldNamed } from '../language/types'
import { allExpressionFields } from '../rules/expression'
import { compileFields } from './compile-field'
import { parseSort } from './compile-list'
import { notEntered } from './standard-fields'

/** The functions that compiling a report needs. */
interface ReportCompileContext {
  readonly rawOf: (resource: string) => RawResource
  /** Returns the compiled resource with this name. */
  readonly compile: (name: string) => Resource
}

/** Compiles a page of kind `report` to a resource without a table, whose fields are the parameters of the report. */
export const compileReport = (base: Resource, raw: RawResource, context: ReportCompileContext): Resource => {
  const { report } = raw
  const parameters = fieldsIn(raw.parameters, raw, context)
  if (!report) return { ...base, fields: parameters }
  const source = report.of === undefined ? undefined : context.compile(report.of)
  const fields = source?.fields ?? fieldsIn(report.fields, raw, context)
  return {
    ...base,
    tenant: source?.tenant ?? tenantFields.agreement,
    key: [],
    fields: parameters,
    form: [{ title: '查詢條件', fields: parameters.map(({ name }) => name) }],
    list: {
      columns: [],
      optionalColumns: [],
      hidden: [],
      filters: [],
      parameters: [],
      tabs: [],
      totals: [],
      sort: { field: '', order: 'ASC' },
      mobile: { primary: '', secondary: [] },
      search: [],
    },
    report: reportSpecOf(report, fields),
  }
}

const fieldsIn = (raw: RawFields = {}, file: RawResource, { rawOf }: ReportCompileContext): readonly Field[] =>
  compileFields(raw, { rawOf, file, tenant: tenantFields.agreement })

const reportSpecOf = (raw: RawReport, sourceFields: readonly Field[]): ReportSpec => {
  const dates = Object.entries(raw.dates ?? {}).map(([name, date]) => dateOf(name, date, sourceFields))
  const fields = [...sourceFields, ...dates.map(({ field }) => field)]
  return {
    source: sourceOf(raw),
    fields,
    dates: Object.fromEntries(dates.map(({ field, date }) => [field.name, date])),
    columns: (raw.columns ?? []).flatMap((column) => reportColumnsOf(column, fields)),
    subtotals: raw.subtotals ?? [],
    sort: (raw.sort ?? []).map(parseSort),
    ...(raw.period ? { period: { maxDays: reportLimits.days, first: 'thisMonth', ...raw.period } } : {}),
    formats: raw.formats ?? ['xlsx', 'csv'],
    maxRows: raw.maxRows ?? reportLimits.rows.default,
  }
}

const sourceOf = ({ of, call = '', where = [], groupBy = [] }: RawReport): ReportSource =>
  of === undefined ? { call } : { of, groupBy, where: where.map((condition) => ({ match: 'exact', ...condition })) }

// The default calendar is the calendar of the field from which the date is derived.
const dateOf = (name: string, { label, calendar, ...raw }: RawDate, fields: readonly Field[]) => {
  const unit = raw.month === undefined ? 'day' : 'month'
  const sourceField = raw[unit] ?? ''
  const source = fieldNamed(fields, sourceField)
  const effectiveCalendar = calendar ?? (source && 'calendar' in source ? source.calendar : undefined)
  const heading = label ?? `${source?.label ?? name}${unit === 'month' ? '月份' : '（日）'}`
  const settings = { ...reportField, name, label: heading, ...(effectiveCalendar && { calendar: effectiveCalendar }) }
  const field: Field = { ...settings, type: unit === 'month' ? 'month' : 'date' }
  return { field, date: { unit, sourceField } as const }
}

/** Compiles a column of a report. Returns an empty list if the file names an unknown field. */
export const reportColumnsOf = (raw: string | RawColumn, fields: readonly Field[]): ReportColumn[] => {
  if (typeof raw === 'string') return reportColumnsOf({ field: raw }, fields)
  if (raw.value !== undefined) return [computedColumn(raw, raw.value)]
  const aggregate = reportAggregates.find((key) => raw[key] !== undefined)
  if (aggregate) return aggregateColumn(raw, aggregate, fields)
  const field = fieldNamed(fields, raw.field)
  return field ? [{ field: { ...field, label: raw.label ?? field.label }, ...totalOf(raw.total) }] : []
}

/** The settings of every field that a report computes. */
export const reportField = { ...notEntered, detailOnly: false } as const

const computedColumn = (
  { name = '', label = '', as = 'string', total }: RawColumn,
  value: Expression,
): ReportColumn => ({
  field: {
    ...reportField,
    name,
    label,
    type: 'computed',
    as,
    value,
    dependsOn: allExpressionFields(value),
    computationOrder: 0,
  },
  value,
  ...totalOf(total),
})

const aggregateColumn = (raw: RawColumn, aggregate: ReportAggregate, fields: readonly Field[]): ReportColumn[] => {
  const { where = {}, total = true } = raw
  const defaultTotal = aggregate === 'count' ? 'sum' : aggregate
  const settings = (sourceField: string) => ({
    aggregation: { aggregate, sourceField, where },
    ...totalOf(total === true ? defaultTotal : total),
  })
  if (aggregate === 'count')
    return [
      {
        field: { ...reportField, name: raw.name ?? 'Count', label: raw.label ?? '筆數', type: 'integer' },
        ...settings(''),
      },
    ]
  const source = fieldNamed(fields, raw[aggregate])
  if (!source) return []
  const base = { ...reportField, name: raw.name ?? source.name, label: raw.label ?? source.label }
  return [{ field: aggregateField(source, aggregate, base), ...settings(source.name) }]
}

/**
 * Returns the field for an aggregate.
 * A minimum and a maximum have the type of the aggregated field, a sum of whole numbers is whole, and an average may
 * have decimals.
 */
const aggregateField = (source: Field, aggregate: ReportAggregate, base: FieldBase): Field => {
  if (aggregate === 'min' || aggregate === 'max') return { ...source, ...base }
  return (facetsOf(source).numberKind ?? numberKinds.integer).aggregateField(base, aggregate)
}

const totalOf = (total: boolean | ReportTotal | undefined): Pick<ReportColumn, 'total'> =>
  total ? { total: total === true ? 'sum' : total } : {}
