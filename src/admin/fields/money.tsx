import { formatMoney } from '../../domain/money'
import type { IntegerField } from '../../schema/types'
import { type FieldView, plainText } from './field-view'
import { AmountFilter, AmountInput, numberOf } from './number-boxes'

/** An amount in the smallest unit of the record's currency. */
export const money: FieldView<IntegerField> = {
  Input: AmountInput,
  Filter: AmountFilter,
  text: (field, row) => {
    const amount = numberOf(field, row)
    return amount === null ? plainText(field, row) : formatMoney(amount, typeof row.CurrencyType === 'string' ? row.CurrencyType : 'TWD')
  },
  number: numberOf,
  align: 'right',
}
