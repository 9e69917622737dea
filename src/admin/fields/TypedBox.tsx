import { Box, InputAdornment, TextField } from '@mui/material'
import { type ComponentType, type HTMLAttributes, type ReactNode, useState } from 'react'
import type { Calendar } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import type { FilterProps, InputProps } from './field-view'
import { type InputSettings, useInput } from './value-source'

interface TypedBoxProps extends InputSettings {
  /** Reads what people type; null when it is nothing yet. */
  readonly parse: (typed: string) => unknown
  /** The value as it is written. */
  readonly format?: (value: string) => string
  /** The value written in another way, shown below the box. */
  readonly alternativeText?: (value: string) => string
  readonly placeholder?: string
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly align?: 'left' | 'right'
  /** What stands at the end of the box; it may change the value. */
  readonly endAdornment?: (value: unknown, change: (value: unknown) => void) => ReactNode
}

/** A value that people may write in several ways. What cannot be read stays as typed, for the check to name it. */
export const TypedBox = ({
  parse,
  format = String,
  alternativeText,
  placeholder,
  inputMode = 'numeric',
  align = 'left',
  endAdornment,
  ...props
}: TypedBoxProps) => {
  const { value, change, blur, fieldProps, inputProps, inTable } = useInput(props)
  const [typed, setTyped] = useState<string | null>(null)
  const validValue = typeof value === 'string' && parse(value) === value ? value : null
  return (
    <TextField
      {...fieldProps}
      value={typed ?? (validValue ? format(validValue) : String(value ?? ''))}
      helperText={!fieldProps.error && validValue && alternativeText && !inTable ? alternativeText(validValue) : fieldProps.helperText}
      placeholder={placeholder}
      onChange={(event) => {
        setTyped(event.target.value)
        change(event.target.value.trim() === '' ? null : (parse(event.target.value) ?? event.target.value))
      }}
      onBlur={() => {
        setTyped(null)
        blur()
      }}
      autoComplete="off"
      slotProps={{
        htmlInput: { ...inputProps, inputMode, style: { textAlign: align } },
        inputLabel: { shrink: true },
        input: { endAdornment: endAdornment && <InputAdornment position="end">{endAdornment(value, change)}</InputAdornment> },
      }}
    />
  )
}

/** Returns input and filter of a type whose values are typed into such a box; a range takes two of them. */
export function boxViews(Box: ComponentType<InputSettings & { calendar?: Calendar | undefined }>) {
  return {
    Input: ({ field, ...props }: InputProps<Field>) => <Box {...props} label={field.label} help={field.help} calendar={calendarOf(field)} />,
    Filter: ({ field, match }: FilterProps<Field>) => {
      const props = { source: field.name, label: field.label, calendar: calendarOf(field) }
      return match === 'range' ? <RangeBoxes Box={Box} {...props} /> : <Box {...props} />
    },
  }
}

const calendarOf = (field: Field): Calendar | undefined => ('calendar' in field ? field.calendar : undefined)

interface RangeBoxesProps {
  readonly Box: ComponentType<InputSettings & { calendar?: Calendar | undefined }>
  readonly source: string
  readonly label: string
  /** By which days and months are written. */
  readonly calendar?: Calendar | undefined
}

/** Two boxes for from and to; the value is `{from, to}`. */
const RangeBoxes = ({ Box: Bound, source, label, calendar }: RangeBoxesProps) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto 1fr', gap: 1, alignItems: 'start' }}>
    <Bound source={`${source}.from`} label={`${label}（起）`} calendar={calendar} />
    <Box component="span" aria-hidden="true" sx={{ lineHeight: '40px', color: 'text.secondary' }}>
      ～
    </Box>
    <Bound source={`${source}.to`} label={`${label}（迄）`} calendar={calendar} />
  </Box>
)
