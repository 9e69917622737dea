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
import type { Expression, Field, FieldBase } from '../language/types'
import { allExpressionFields } from '../rules/expression'
import { compileFields } from './compile-field'
import { sortOf } from './compile-list'
import { notEntered } from './standard-fields'

interface Context {
  readonly rawOf: (resource: string) => RawResource
  /** The resource of that name, complete. */
  readonly compile: (name: string) => Resource
}

/** Compiles a page of kind `report`: its parameters are its fields, and it has no table. */
export const compileReport = (base: Resource, raw: RawResource, context: Context): Resource => {
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
    list: { columns: [], more: [], hidden: [], filters: [], sort: { field: '', order: 'ASC' }, mobile: { primary: '', secondary: [] }, search: [] },
    report: specOf(report, fields),
  }
}

const fieldsIn = (said: RawFields = {}, own: RawResource, { rawOf }: Context): readonly Field[] =>
  compileFields(said, { raw: rawOf, own, tenant: tenantFields.agreement })

const specOf = (said: RawReport, own: readonly Field[]): ReportSpec => {
  const dates = Object.entries(said.dates ?? {}).map(([name, date]) => dateOf(name, date, own))
  const fields = [...own, ...dates.map(({ field }) => field)]
  return {
    source: sourceOf(said),
    fields,
    dates: Object.fromEntries(dates.map(({ field, date }) => [field.name, date])),
    columns: (said.columns ?? []).flatMap((column) => columnOf(typeof column === 'string' ? { field: column } : column, fields)),
    subtotals: said.subtotals ?? [],
    sort: (said.sort ?? []).map(sortOf),
    ...(said.period ? { period: { maxDays: reportLimits.days, first: 'thisMonth', ...said.period } } : {}),
    formats: said.formats ?? ['xlsx', 'csv'],
    maxRows: said.maxRows ?? reportLimits.rows.default,
  }
}

const sourceOf = ({ of, call = '', where = [], groupBy = [] }: RawReport): ReportSource =>
  of === undefined ? { call } : { of, groupBy, where: where.map((condition) => ({ match: 'exact', ...condition })) }

// Written as its day is, where the file does not say how.
const dateOf = (name: string, { label, calendar, ...said }: RawDate, fields: readonly Field[]) => {
  const unit = said.month === undefined ? 'day' : 'month'
  const of = said[unit] ?? ''
  const moment = fields.find((one) => one.name === of)
  const written = calendar ?? (moment && 'calendar' in moment ? moment.calendar : undefined)
  const text = label ?? `${moment?.label ?? name}${unit === 'month' ? '月份' : '（日）'}`
  const field: Field = { ...reportField, name, label: text, type: unit === 'month' ? 'month' : 'date', ...(written ? { calendar: written } : {}) }
  return { field, date: { unit, of } as const }
}

/** Returns a column with its defaults; none where the file names no field of the rows. */
export const columnOf = (said: string | RawColumn, fields: readonly Field[]): ReportColumn[] => {
  if (typeof said === 'string') return columnOf({ field: said }, fields)
  if (said.value !== undefined) return [derived(said, said.value)]
  const how = reportAggregates.find((one) => said[one] !== undefined)
  if (how) return figure(said, how, fields)
  const field = fields.find(({ name }) => name === said.field)
  return field ? [{ field: { ...field, label: said.label ?? field.label }, ...totalOf(said.total) }] : []
}

/** What every column has. */
export const reportField = { ...notEntered, detailOnly: false } as const

const derived = ({ name = '', label = '', as = 'string', total }: RawColumn, value: Expression): ReportColumn => ({
  field: { ...reportField, name, label, type: 'computed', as, value, dependsOn: allExpressionFields(value) },
  value,
  ...totalOf(total),
})

const figure = (said: RawColumn, how: ReportAggregate, fields: readonly Field[]): ReportColumn[] => {
  const { where = {}, total = true } = said
  const usual = how === 'count' ? 'sum' : how
  const rest = (of: string) => ({ figure: { how, of, where }, ...totalOf(total === true ? usual : total) })
  if (how === 'count') return [{ field: { ...reportField, name: said.name ?? 'Count', label: said.label ?? '筆數', type: 'integer' }, ...rest('') }]
  const of = fields.find(({ name }) => name === said[how])
  if (!of) return []
  const named = { ...reportField, name: said.name ?? of.name, label: said.label ?? of.label }
  return [{ field: figureField(of, how, named), ...rest(of.name) }]
}

/** Returns the field of a figure: minimum and maximum have the type of their field, a sum of whole numbers is whole, an average may have decimals. */
const figureField = (of: Field, how: ReportAggregate, named: FieldBase): Field => {
  if (how === 'min' || how === 'max') return { ...of, ...named }
  return (facetsOf(of).number ?? numberKinds.integer).figure(named, how)
}

const totalOf = (total: boolean | ReportTotal | undefined): Pick<ReportColumn, 'total'> => (total ? { total: total === true ? 'sum' : total } : {})
