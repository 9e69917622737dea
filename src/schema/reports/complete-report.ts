import { tenantFields } from '../../domain/access/roles'
import { completeFields } from '../complete-field'
import type { RawDate, RawFields, RawReport, RawResource } from '../raw-resource'
import type { Resource } from '../resource'
import type { Field } from '../types'
import { columnOf, workedOut } from './complete-column'
import { type ReportSort, type ReportSource, type ReportSpec, reportLimits } from './report-spec'

interface Context {
  readonly rawOf: (resource: string) => RawResource
  /** The resource of that name, complete. */
  readonly complete: (name: string) => Resource
}

/** A page of kind `report`: its parameters stand for the fields of a resource, and no table does. */
export const completeReport = (base: Resource, raw: RawResource, context: Context): Resource => {
  const { report } = raw
  const parameters = fieldsIn(raw.parameters, raw, context)
  if (!report) return { ...base, fields: parameters }
  const source = report.of === undefined ? undefined : context.complete(report.of)
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
  completeFields(said, { raw: rawOf, own, tenant: tenantFields.agreement })

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
    maxRows: said.maxRows ?? reportLimits.rows.usual,
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
  const field: Field = { ...workedOut, name, label: text, type: unit === 'month' ? 'month' : 'date', ...(written ? { calendar: written } : {}) }
  return { field, date: { unit, of } as const }
}

const sortOf = (name: string): ReportSort => ({ field: name.replace(/^-/, ''), order: name.startsWith('-') ? 'DESC' : 'ASC' })
