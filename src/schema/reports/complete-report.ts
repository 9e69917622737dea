import { completeField } from '../complete-field'
import { isObject, type RawObject } from '../shape/shape'
import type { Field, Resource } from '../types'
import { type ReportColumn, type ReportCondition, type ReportPeriod, type ReportSort, type ReportSource, type ReportSpec, reportLimits } from './report-spec'

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
    list: { columns: [], hidden: [], filters: [], sort: { field: '', order: 'ASC' }, mobile: { primary: '', secondary: [] }, search: [] },
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
  readonly columns?: readonly (string | SaidColumn)[]
  readonly subtotals?: readonly string[]
  readonly sort?: readonly string[]
  readonly period?: Pick<ReportPeriod, 'from' | 'to'> & Partial<ReportPeriod>
  readonly formats?: ReportSpec['formats']
  readonly maxRows?: number
}

interface SaidColumn {
  readonly field?: string
  readonly label?: string
  readonly total?: boolean
  readonly name?: string
  readonly sum?: string
  readonly count?: boolean
}

const specOf = (raw: RawObject, fields: readonly Field[]): ReportSpec => {
  const said: Said = raw
  return {
    source: sourceOf(said),
    fields,
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

const columnOf = ({ field: wanted, label, total = false, name, sum, count }: SaidColumn, fields: readonly Field[]): ReportColumn[] => {
  if (count) return [{ field: workedOut('integer', name ?? 'Count', label ?? '筆數'), total: true, count: true }]
  const field = fields.find((one) => one.name === (sum ?? wanted))
  if (!field) return []
  if (sum === undefined) return [{ field: { ...field, label: label ?? field.label }, total }]
  return [{ field: workedOut(field.type === 'money' ? 'money' : 'integer', name ?? sum, label ?? field.label), total: true, sum }]
}

const workedOut = (type: 'integer' | 'money', name: string, label: string): Field => ({
  name,
  label,
  type,
  required: false,
  readOnly: true,
  writeOnce: false,
  detailOnly: false,
  virtual: false,
})

const sortOf = (name: string): ReportSort => ({ field: name.replace(/^-/, ''), order: name.startsWith('-') ? 'DESC' : 'ASC' })
