import type { FormatField } from '../../schema/types'
import { type FieldView, type InputProps, plainText } from './field-view'
import { TextFilter, TextLine } from './text-line'

/** A bank account. */
export const bankAccount: FieldView<FormatField> = { Input, Filter: TextFilter, text: plainText }

function Input(props: InputProps<FormatField>) {
  return <TextLine {...props} inputMode="numeric" />
}
