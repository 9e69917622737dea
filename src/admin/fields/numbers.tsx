import { formatMoney } from '../../domain/money'
import { formatPercent, parsePercent } from '../../domain/percent'
import { currencyOf } from '../../schema/currency'
import type { CountField, Field, IntegerField, PercentField, Row } from '../../schema/types'
import { NumberBox } from '../parts/NumberBox'
import { TypedBox } from '../parts/TypedBox'
import type { BoxProps } from '../parts/use-box'
import { useCurrency } from '../parts/value-source'
import { boxes } from './boxes'
import { type FieldView, plainText } from './field-view'

/** Numbers and amounts, whatever gives them. */
export const number = { ...boxes(NumberBox), number: numberOf }
export const amount = { ...boxes(AmountBox), number: numberOf }

/** A whole number, without separators: most of ours are numbers of things, not amounts. */
const integer: FieldView<IntegerField> = { rowWidth: 88, ...number, text: plainText }

/** An amount in the smallest unit of the record's currency. */
const money: FieldView<IntegerField> = {
  rowWidth: 120,
  ...amount,
  text: (field, row) => {
    const value = numberOf(field, row)
    return value === null ? plainText(field, row) : formatMoney(value, currencyOf(row))
  },
}

/** A percentage. */
const percent: FieldView<PercentField> = {
  rowWidth: 104,
  ...boxes(PercentBox),
  number: numberOf,
  text: (field, row) => {
    const value = numberOf(field, row)
    return value === null ? '' : formatPercent(value)
  },
}

/** How many other records belong to this one. */
const count: FieldView<CountField> = { ...number, text: (field, row) => numberOf(field, row)?.toLocaleString('zh-TW') ?? '' }

/** The views of numbers. */
export const numbers = { integer, money, percent, count }

/** The value where it is a number. */
export function numberOf({ name }: Field, row: Row): number | null {
  const value = row[name]
  return typeof value === 'number' ? value : null
}

// The currency says how many decimals there are.
function AmountBox(props: BoxProps) {
  return <NumberBox {...props} currency={useCurrency()} />
}

// The sign stands behind it.
function PercentBox(props: BoxProps) {
  return <TypedBox {...props} read={parsePercent} inputMode="decimal" align="right" end={() => '%'} />
}
