import { formatDecimal, formatMoney } from '../../domain/money'
import { formatPercent } from '../../domain/percent'
import type { ComputedField, ComputedKind, Row } from '../../schema/types'
import { valueText } from '../../schema/value-text'
import { ComputedInput } from './ComputedInput'
import { DateFilter } from './date'
import type { FieldView, FilterProps } from './field-view'
import { AmountFilter, NumberFilter, numberOf } from './number-boxes'
import { TextFilter } from './text-line'

/** What follows from other values; shown as what it is. */
export const computed: FieldView<ComputedField> = {
  Input: ComputedInput,
  Filter,
  text: (field, row) => (field.as === 'date' ? valueText(field, row) : words[field.as](row[field.name], row)),
  number: numberOf,
}

const words: Readonly<Record<Exclude<ComputedKind, 'date'>, (value: unknown, row: Row) => string>> = {
  integer: (value) => (typeof value === 'number' ? value.toLocaleString('zh-TW') : ''),
  decimal: (value) => (typeof value === 'number' ? formatDecimal(value) : ''),
  money: (value, row) => (typeof value === 'number' ? formatMoney(value, typeof row.CurrencyType === 'string' ? row.CurrencyType : 'TWD') : ''),
  percent: (value) => (typeof value === 'number' ? formatPercent(value) : ''),
  string: (value) => String(value ?? ''),
}

function Filter({ field, match }: FilterProps<ComputedField>) {
  if (field.as === 'money') return <AmountFilter field={field} match={match} />
  if (field.as === 'string') return <TextFilter field={field} match={match} />
  if (field.as !== 'date') return <NumberFilter field={field} match={match} />
  return <DateFilter field={field} match={match} />
}
