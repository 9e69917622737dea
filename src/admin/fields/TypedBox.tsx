import { Box, InputAdornment, TextField } from '@mui/material'
import { type ComponentType, type HTMLAttributes, type ReactNode, useState } from 'react'
import type { Calendar } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import type { FilterProps, InputProps } from './field-view'
import { type InputSettings, useInput } from './value-source'

interface TypedBoxProps extends InputSettings {
  /** Reads what people type; null when it is nothing yet. */
  readonly read: (typed: string) => unknown
  /** The value as it is written. */
  readonly shown?: (value: string) => string
  /** The value written in another way, shown below the box. */
  readonly alternativeText?: (value: string) => string
  readonly placeholder?: string
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly align?: 'left' | 'right'
  /** What stands at the end of the box; it may change the value. */
  readonly end?: (value: unknown, change: (value: unknown) => void) => ReactNode
}

/** A value that people may write in several ways. What cannot be read stays as typed, for the check to name it. */
export const TypedBox = ({ read, shown = String, alternativeText, placeholder, inputMode = 'numeric', align = 'left', end, ...props }: TypedBoxProps) => {
  const { value, change, blur, fieldProps, inputProps, inRow } = useInput(props)
  const [typing, setTyping] = useState<string | null>(null)
  const validValue = typeof value === 'string' && read(value) === value ? value : null
  return (
    <TextField
      {...fieldProps}
      value={typing ?? (validValue ? shown(validValue) : String(value ?? ''))}
      helperText={!fieldProps.error && validValue && alternativeText && !inRow ? alternativeText(validValue) : fieldProps.helperText}
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
        htmlInput: { ...inputProps, inputMode, style: { textAlign: align } },
        inputLabel: { shrink: true },
        input: { endAdornment: end && <InputAdornment position="end">{end(value, change)}</InputAdornment> },
      }}
    />
  )
}

/** Returns input and filter of a type whose values are typed into such a box; a range takes two of them. */
export function boxes(Box: ComponentType<InputSettings & { calendar?: Calendar | undefined }>) {
  return {
    Input: ({ field, ...props }: InputProps<Field>) => <Box {...props} label={field.label} help={field.help} calendar={calendarOf(field)} />,
    Filter: ({ field, match }: FilterProps<Field>) => {
      const props = { source: field.name, label: field.label, calendar: calendarOf(field) }
      return match === 'range' ? <RangeBoxes Box={Box} {...props} /> : <Box {...props} />
    },
  }
}

const calendarOf = (field: Field): Calendar | undefined => ('calendar' in field ? field.calendar : undefined)

interface RangeProps {
  readonly Box: ComponentType<InputSettings & { calendar?: Calendar | undefined }>
  readonly source: string
  readonly label: string
  /** By which days and months are written. */
  readonly calendar?: Calendar | undefined
}

/** Two boxes for from and to; the value is `{from, to}`. */
const RangeBoxes = ({ Box: One, source, label, calendar }: RangeProps) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto 1fr', gap: 1, alignItems: 'start' }}>
    <One source={`${source}.from`} label={`${label}（起）`} calendar={calendar} />
    <Box component="span" aria-hidden="true" sx={{ lineHeight: '40px', color: 'text.secondary' }}>
      ～
    </Box>
    <One source={`${source}.to`} label={`${label}（迄）`} calendar={calendar} />
  </Box>
)
