import { TextField } from '@mui/material'
import type { HTMLAttributes } from 'react'
import type { PlainTextField } from '../../../schema/field-types/texts'
import type { Field } from '../../../schema/language/types'
import { type BoundInputProps, useBoundInput } from '../value-scope'
import type { FieldFilterProps, FieldInputProps, FieldInputs } from './field-inputs'

/** The inputs of texts: one line, or several. */
export const texts: Readonly<Record<PlainTextField['type'], FieldInputs<PlainTextField>>> = {
  string: { Input: TextLineInput, Filter: TextFilter },
  text: { columnWidth: 240, Input: MultilineInput, Filter: TextFilter },
}

function MultilineInput({ field, ...props }: FieldInputProps<PlainTextField>) {
  return <FreeTextInput {...props} label={field.label} help={field.help} multiline />
}

interface FreeTextInputProps extends BoundInputProps, TextLineHints {
  readonly multiline?: boolean
}

/** Renders an input of one or several lines of text. The value of an empty input is null. */
function FreeTextInput({ multiline = false, inputMode, placeholder, ...props }: FreeTextInputProps) {
  const { value, change, blur, fieldProps, inputProps } = useBoundInput(props)
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

/** Renders an input of one line of text in a form. */
export function TextLineInput({ field, ...props }: FieldInputProps<Field> & TextLineHints) {
  return <FreeTextInput {...props} label={field.label} help={field.help} />
}

/** Renders the input of a line of text in a query. */
export function TextFilter({ field }: FieldFilterProps<Field>) {
  return <FreeTextInput source={field.name} label={field.label} />
}
