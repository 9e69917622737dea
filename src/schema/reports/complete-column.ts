import { allExpressionFields } from '../expression'
import { facetsOf } from '../field-types'
import { numberKinds } from '../field-types/numbers'
import type { RawColumn } from '../raw-resource'
import { made } from '../standard-fields'
import type { Expression, Field, FieldBase } from '../types'
import { type ReportColumn, type ReportHow, type ReportTotal, reportHows } from './report-spec'

/** A column with its defaults; none where the file names no field of the rows. */
export const columnOf = (said: string | RawColumn, fields: readonly Field[]): ReportColumn[] => {
  if (typeof said === 'string') return columnOf({ field: said }, fields)
  if (said.value !== undefined) return [derived(said, said.value)]
  const how = reportHows.find((one) => said[one] !== undefined)
  if (how) return figure(said, how, fields)
  const field = fields.find(({ name }) => name === said.field)
  return field ? [{ field: { ...field, label: said.label ?? field.label }, ...totalOf(said.total) }] : []
}

/** What every column has. */
export const workedOut = { ...made, detailOnly: false } as const

const derived = ({ name = '', label = '', as = 'string', total }: RawColumn, value: Expression): ReportColumn => ({
  field: { ...workedOut, name, label, type: 'computed', as, value, dependsOn: allExpressionFields(value) },
  value,
  ...totalOf(total),
})

const figure = (said: RawColumn, how: ReportHow, fields: readonly Field[]): ReportColumn[] => {
  const { where = {}, total = true } = said
  const usual = how === 'count' ? 'sum' : how
  const rest = (of: string) => ({ figure: { how, of, where }, ...totalOf(total === true ? usual : total) })
  if (how === 'count') return [{ field: { ...workedOut, name: said.name ?? 'Count', label: said.label ?? '筆數', type: 'integer' }, ...rest('') }]
  const of = fields.find(({ name }) => name === said[how])
  if (!of) return []
  const named = { ...workedOut, name: said.name ?? of.name, label: said.label ?? of.label }
  return [{ field: figureField(of, how, named), ...rest(of.name) }]
}

/** The least and the most are what their field is, a sum of whole numbers is one, an average may have decimals. */
const figureField = (of: Field, how: ReportHow, named: FieldBase): Field => {
  if (how === 'min' || how === 'max') return { ...of, ...named }
  return (facetsOf(of).number ?? numberKinds.integer).figure(named, how)
}

const totalOf = (total: boolean | ReportTotal | undefined): Pick<ReportColumn, 'total'> => (total ? { total: total === true ? 'sum' : total } : {})
