import Typography from '@mui/material/Typography'
import type { StringField } from '../../schema/types'
import { TextBox } from '../parts/TextBox'
import { type FieldView, type InputProps, plainText, type ShownProps } from './field-view'
import { TextFilter } from './text-line'

/** Several lines of text. */
export const text: FieldView<StringField> = { Input, Filter: TextFilter, text: plainText, Detail, wide: true }

function Input({ field, ...props }: InputProps<StringField>) {
  return <TextBox {...props} label={field.label} help={field.help} multiline />
}

function Detail({ field, row }: ShownProps<StringField>) {
  return <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{plainText(field, row)}</Typography>
}
