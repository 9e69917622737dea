import { InputAdornment, TextField } from '@mui/material'
import { type HTMLAttributes, type ReactNode, useState } from 'react'
import { type BoxProps, useBox } from './use-box'

interface TypedBoxProps extends BoxProps {
  /** Reads what people type; null when it is nothing yet. */
  readonly read: (typed: string) => unknown
  /** The value as it is written. */
  readonly shown?: (value: string) => string
  /** The value in other words, below the box. */
  readonly told?: (value: string) => string
  readonly placeholder?: string
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly align?: 'left' | 'right'
  /** What stands at the end of the box; it may change the value. */
  readonly end?: (value: unknown, change: (value: unknown) => void) => ReactNode
}

/** A value that people may write in several ways. What cannot be read stays as typed, for the check to name it. */
export const TypedBox = ({ read, shown = String, told, placeholder, inputMode = 'numeric', align = 'left', end, ...props }: TypedBoxProps) => {
  const { value, change, blur, look, said, inRow } = useBox(props)
  const [typing, setTyping] = useState<string | null>(null)
  const good = typeof value === 'string' && read(value) === value ? value : null
  return (
    <TextField
      {...look}
      value={typing ?? (good ? shown(good) : String(value ?? ''))}
      helperText={!look.error && good && told && !inRow ? told(good) : look.helperText}
      placeholder={placeholder}
      onChange={(event) => {
        setTyping(event.target.value)
        change(event.target.value.trim() === '' ? null : (read(event.target.value) ?? event.target.value))
      }}
      onBlur={() => {
        setTyping(null)
        blur()
      }}
      autoComplete="off"
      slotProps={{
        htmlInput: { ...said, inputMode, style: { textAlign: align } },
        inputLabel: { shrink: true },
        input: { endAdornment: end && <InputAdornment position="end">{end(value, change)}</InputAdornment> },
      }}
    />
  )
}
