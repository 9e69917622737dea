import { TextField, Typography } from '@mui/material'
import type { HTMLAttributes } from 'react'
import type { StringField } from '../../schema/field-types/texts'
import type { Field } from '../../schema/language/types'
import { type DisplayProps, type FieldView, type FilterProps, type InputProps, plainText } from './field-view'
import { type InputSettings, useInput } from './value-source'

/** The views of texts: one line, or several. */
export const texts: Readonly<Record<StringField['type'], FieldView<StringField>>> = {
  string: { Input: TextLine, Filter: TextFilter, text: plainText },
  text: { columnWidth: 240, Input: MultilineInput, Filter: TextFilter, text: plainText, Detail, wide: true },
}

function MultilineInput({ field, ...props }: InputProps<StringField>) {
  return <TextBox {...props} label={field.label} help={field.help} multiline />
}

function Detail({ field, record }: DisplayProps<StringField>) {
  return <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{plainText(field, record)}</Typography>
}

interface TextBoxProps extends InputSettings, TextLineHints {
  readonly multiline?: boolean
}

/** An input of one or several lines of text. Empty text is null. */
function TextBox({ multiline = false, inputMode, placeholder, ...props }: TextBoxProps) {
  const { value, change, blur, fieldProps, inputProps } = useInput(props)
  return (
    <TextField
      {...fieldProps}
      value={value ?? ''}
      onChange={(event) => change(event.target.value === '' ? null : event.target.value)}
      onBlur={blur}
      multiline={multiline}
      minRows={multiline ? 3 : undefined}
      maxRows={multiline ? 10 : undefined}
      placeholder={placeholder}
      autoComplete="off"
      slotProps={{ htmlInput: { ...inputProps, inputMode, spellCheck: false }, inputLabel: { shrink: true } }}
    />
  )
}

/** The on-screen keyboard and placeholder of a one-line text. */
export interface TextLineHints {
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly placeholder?: string
}

/** A line of text in a form. */
export function TextLine({ field, ...props }: InputProps<Field> & TextLineHints) {
  return <TextBox {...props} label={field.label} help={field.help} />
}

/** A line of text in a query. */
export function TextFilter({ field }: FilterProps<Field>) {
  return <TextBox source={field.name} label={field.label} />
}
