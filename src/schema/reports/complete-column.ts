import type { ComputedKind, Expression, Field, FieldBase } from '../types'
import { type ReportColumn, type ReportHow, type ReportTotal, reportHows } from './report-spec'

/** A column as a file may say it; a bare name is a field. */
export interface SaidColumn extends Readonly<Partial<Record<Exclude<ReportHow, 'count'>, string>>> {
  readonly field?: string
  readonly label?: string
  readonly name?: string
  readonly total?: boolean | ReportTotal
  readonly count?: true
  readonly where?: Readonly<Record<string, readonly string[]>>
  readonly as?: ComputedKind
  readonly value?: Expression
}

/** A column with its defaults; none where the file names no field of the rows. */
export const columnOf = (said: string | SaidColumn, fields: readonly Field[]): ReportColumn[] => {
  if (typeof said === 'string') return columnOf({ field: said }, fields)
  if (said.value !== undefined) return [derived(said, said.value)]
  const how = reportHows.find((one) => said[one] !== undefined)
  if (how) return figure(said, how, fields)
  const field = fields.find(({ name }) => name === said.field)
  return field ? [{ field: { ...field, label: said.label ?? field.label }, ...totalOf(said.total) }] : []
}

/** What every field has that nobody enters. */
export const workedOut = { required: false, readOnly: true, writeOnce: false, detailOnly: false, virtual: false } as const

const derived = ({ name = '', label = '', as = 'string', total }: SaidColumn, value: Expression): ReportColumn => ({
  field: { ...workedOut, name, label, type: 'computed', as, value },
  value,
  ...totalOf(total),
})

const figure = (said: SaidColumn, how: ReportHow, fields: readonly Field[]): ReportColumn[] => {
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
  const kind = of.type === 'computed' ? of.as : of.type
  if (kind === 'money') return { ...named, type: 'money' }
  if (kind === 'percent') return { ...named, type: 'percent', decimals: 4 }
  return how === 'average' || kind === 'decimal' ? { ...named, type: 'computed', as: 'decimal', value: { field: named.name } } : { ...named, type: 'integer' }
}

const totalOf = (total: boolean | ReportTotal | undefined): Pick<ReportColumn, 'total'> => (total ? { total: total === true ? 'sum' : total } : {})
