import type { IntegerField } from '../../schema/types'
import { type FieldView, plainText } from './field-view'
import { NumberFilter, NumberInput, numberOf } from './number-boxes'

/** A whole number, without separators: most of ours are numbers of things, not amounts. */
export const integer: FieldView<IntegerField> = { Input: NumberInput, Filter: NumberFilter, text: plainText, number: numberOf, align: 'right' }
