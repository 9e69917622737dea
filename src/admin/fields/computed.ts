import type { ComputedField } from '../../schema/language/language'
import { valueText } from '../../schema/text/value-text'
import type { FieldView } from './field-view'

/** A computed value, which is a number, a date or a text. */
export const computed: FieldView<ComputedField> = { text: valueText }
