import { Typography } from '@mui/material'
import type { StringField } from '../../schema/types'
import { TextBox } from '../parts/TextBox'
import { type FieldView, type InputProps, plainText, type ShownProps } from './field-view'
import { TextFilter, TextLine } from './text-line'

/** The views of texts: one line, or several. */
export const texts: Readonly<Record<StringField['type'], FieldView<StringField>>> = {
  string: { Input: TextLine, Filter: TextFilter, text: plainText },
  text: { rowWidth: 240, Input: Lines, Filter: TextFilter, text: plainText, Detail, wide: true },
}

function Lines({ field, ...props }: InputProps<StringField>) {
  return <TextBox {...props} label={field.label} help={field.help} multiline />
}

function Detail({ field, row }: ShownProps<StringField>) {
  return <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{plainText(field, row)}</Typography>
}
