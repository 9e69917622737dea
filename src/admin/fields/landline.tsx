import type { FormatField } from '../../schema/types'
import { type FieldView, type InputProps, plainText } from './field-view'
import { TextFilter, TextLine } from './text-line'

/** A landline number. */
export const landline: FieldView<FormatField> = { Input, Filter: TextFilter, text: plainText }

function Input(props: InputProps<FormatField>) {
  return <TextLine {...props} inputMode="tel" placeholder="02-27001234" />
}
