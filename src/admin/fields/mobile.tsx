import type { FormatField } from '../../schema/types'
import { type FieldView, type InputProps, plainText } from './field-view'
import { TextFilter, TextLine } from './text-line'

/** A mobile number. */
export const mobile: FieldView<FormatField> = { Input, Filter: TextFilter, text: plainText }

function Input(props: InputProps<FormatField>) {
  return <TextLine {...props} inputMode="tel" placeholder="0912345678" />
}
