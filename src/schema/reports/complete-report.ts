import { completeField } from '../complete-field'
import { isObject, type RawObject } from '../shape/shape'
import type { DateField, Field, Resource } from '../types'
import { columnOf, type SaidColumn, workedOut } from './complete-column'
import { type ReportCondition, type ReportDateUnit, type ReportPeriod, type ReportSort, type ReportSource, type ReportSpec, reportLimits } from './report-spec'

interface Context {
  readonly rawOf: (resource: string) => RawObject
  /** The resource of that name, complete. */
  readonly complete: (name: string) => Resource
}

/** A page of kind `report`: its parameters stand for the fields of a resource, and no table does. */
export const completeReport = (base: Resource, raw: RawObject, context: Context): Resource => {
  const { report } = raw
  const parameters = fieldsIn(raw.parameters, raw, context)
  if (!isObject(report)) return { ...base, fields: parameters }
  const source = typeof report.of === 'string' ? context.complete(report.of) : undefined
  const fields = source?.fields ?? fieldsIn(report.fields, raw, context)
  return {
    ...base,
    tenant: source?.tenant ?? 'ApplyCode',
    key: [],
    fields: parameters,
    form: [{ title: '查詢條件', fields: parameters.map(({ name }) => name) }],
    list: { columns: [], more: [], hidden: [], filters: [], sort: { field: '', order: 'ASC' }, mobile: { primary: '', secondary: [] }, search: [] },
    report: specOf(report, fields),
  }
}

const fieldsIn = (raw: unknown, own: RawObject, { rawOf }: Context): readonly Field[] =>
  Object.entries(isObject(raw) ? raw : {}).flatMap(([name, field]) =>
    isObject(field) ? [completeField(name, field, { raw: rawOf, own, tenant: 'ApplyCode' })] : [],
  )

interface Said {
  readonly of?: string
  readonly call?: string
  readonly where?: readonly (Omit<ReportCondition, 'match'> & Partial<Pick<ReportCondition, 'match'>>)[]
  readonly groupBy?: readonly string[]
  readonly dates?: Readonly<Record<string, SaidDate>>
  readonly columns?: readonly (string | SaidColumn)[]
  readonly subtotals?: readonly string[]
  readonly sort?: readonly string[]
  readonly period?: Pick<ReportPeriod, 'from' | 'to'> & Partial<ReportPeriod>
  readonly formats?: ReportSpec['formats']
  readonly maxRows?: number
}

interface SaidDate extends Pick<DateField, 'calendar'>, Readonly<Partial<Record<ReportDateUnit, string>>> {
  readonly label?: string
}

const specOf = (raw: RawObject, own: readonly Field[]): ReportSpec => {
  const said: Said = raw
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
    maxRows: said.maxRows ?? reportLimits.rows.usual,
  }
}

const sourceOf = ({ of, call = '', where = [], groupBy = [] }: Said): ReportSource =>
  of === undefined ? { call } : { of, groupBy, where: where.map((condition) => ({ match: 'exact', ...condition })) }

// Written as its day is, where the file does not say how.
const dateOf = (name: string, { label, calendar, ...said }: SaidDate, fields: readonly Field[]) => {
  const unit = said.month === undefined ? 'day' : 'month'
  const of = said[unit] ?? ''
  const moment = fields.find((one) => one.name === of)
  const written = calendar ?? (moment?.type === 'date' ? moment.calendar : undefined)
  const text = label ?? `${moment?.label ?? name}${unit === 'month' ? '月份' : '（日）'}`
  const field: Field = { ...workedOut, name, label: text, type: unit === 'month' ? 'month' : 'date', ...(written ? { calendar: written } : {}) }
  return { field, date: { unit, of } as const }
}

const sortOf = (name: string): ReportSort => ({ field: name.replace(/^-/, ''), order: name.startsWith('-') ? 'DESC' : 'ASC' })
