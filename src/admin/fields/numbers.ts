import { formatMoney, formatPercent } from '../../domain/money/money'
import type { IntegerField, PercentField } from '../../schema/field-types/numbers'
import type { CountField, RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import { currencyOf } from '../../schema/text/value-text'
import { type FieldView, plainText } from './field-view'

/** A whole number, shown without thousands separators, because most whole numbers are not amounts. */
const integer: FieldView<IntegerField> = { text: plainText }

/** An amount in the smallest unit of the record's currency. */
const money: FieldView<IntegerField> = {
  text: (field, record) => {
    const value = numberOf(field, record)
    return value === null ? plainText(field, record) : formatMoney(value, currencyOf(record))
  },
}

/** A percentage. */
const percent: FieldView<PercentField> = {
  text: (field, record) => {
    const value = numberOf(field, record)
    return value === null ? '' : formatPercent(value)
  },
}

/** The number of other records that refer to this one. */
const count: FieldView<CountField> = {
  text: (field, record) => numberOf(field, record)?.toLocaleString('zh-TW') ?? '',
}

/** The views of numbers. */
export const numbers = { integer, money, percent, count }

/** Returns the value if it is a number, otherwise null. */
function numberOf({ name }: Field, record: RecordValues): number | null {
  const value = record[name]
  return typeof value === 'number' ? value : null
}
