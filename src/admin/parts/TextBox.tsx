import { TextField } from '@mui/material'
import type { HTMLAttributes } from 'react'
import { type BoxProps, useBox } from './use-box'

interface TextBoxProps extends BoxProps {
  readonly multiline?: boolean
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly placeholder?: string | undefined
}

/** A line or a block of text; an emptied one is null. */
export const TextBox = ({ multiline = false, inputMode, placeholder, ...props }: TextBoxProps) => {
  const { value, change, blur, look, said } = useBox(props)
  return (
    <TextField
      {...look}
      value={value ?? ''}
      onChange={(event) => change(event.target.value === '' ? null : event.target.value)}
      onBlur={blur}
      multiline={multiline}
      minRows={multiline ? 3 : undefined}
      maxRows={multiline ? 10 : undefined}
      placeholder={placeholder}
      autoComplete="off"
      slotProps={{ htmlInput: { ...said, inputMode, spellCheck: false }, inputLabel: { shrink: true } }}
    />
  )
}
