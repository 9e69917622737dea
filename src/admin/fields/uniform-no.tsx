import type { FormatField } from '../../schema/types'
import { type FieldView, type InputProps, plainText } from './field-view'
import { TextFilter, TextLine } from './text-line'

/** A company's 統一編號. */
export const uniformNo: FieldView<FormatField> = { Input, Filter: TextFilter, text: plainText }

function Input(props: InputProps<FormatField>) {
  return <TextLine {...props} inputMode="numeric" />
}
