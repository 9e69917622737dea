import type { CountField } from '../../schema/types'
import type { FieldView } from './field-view'
import { NumberFilter, NumberInput, numberOf } from './number-boxes'

/** How many other records belong to this one. */
export const count: FieldView<CountField> = {
  Input: NumberInput,
  Filter: NumberFilter,
  text: (field, row) => numberOf(field, row)?.toLocaleString('zh-TW') ?? '',
  number: numberOf,
  align: 'right',
}
