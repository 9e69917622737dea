import { Box, InputAdornment, TextField } from '@mui/material'
import { type ComponentType, type HTMLAttributes, type ReactNode, useState } from 'react'
import type { Calendar } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import type { FilterProps, InputProps } from './field-view'
import { type InputSettings, useInput } from './value-source'

interface TypedBoxProps extends InputSettings {
  /** Returns the value of a typed text; null when it is not complete or valid. */
  readonly parse: (typed: string) => unknown
  /** Returns the text of a value. */
  readonly format?: (value: string) => string
  /** Returns the value in the other notation, shown below the input. */
  readonly alternativeText?: (value: string) => string
  readonly placeholder?: string
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly align?: 'left' | 'right'
  /** Content at the end of the input, such as a button that changes the value. */
  readonly end?: (value: unknown, change: (value: unknown) => void) => ReactNode
}

/** An input of a value with several notations. A text that cannot be parsed is kept, so that the validation message can quote it. */
export const TypedBox = ({ parse, format = String, alternativeText, placeholder, inputMode = 'numeric', align = 'left', end, ...props }: TypedBoxProps) => {
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
        input: { endAdornment: end && <InputAdornment position="end">{end(value, change)}</InputAdornment> },
      }}
    />
  )
}

/** Returns the form input and the filter of a field type; the filter of a range has two inputs. */
export function boxViews(Box: ComponentType<BoxProps>) {
  return {
    Input: ({ field, ...props }: InputProps<Field>) => <Box {...props} label={field.label} help={field.help} calendar={calendarOf(field)} />,
    Filter: ({ field, match }: FilterProps<Field>) => {
      const props = { source: field.name, label: field.label, calendar: calendarOf(field) }
      return match === 'range' ? <RangeBoxes Box={Box} {...props} /> : <Box {...props} />
    },
  }
}

const calendarOf = (field: Field): Calendar | undefined => ('calendar' in field ? field.calendar : undefined)

/** Props of an input with one value. */
export interface BoxProps extends InputSettings {
  /** The calendar of dates and months. */
  readonly calendar?: Calendar | undefined
}

/** Two inputs for from and to; the value is `{from, to}`. */
const RangeBoxes = ({ Box: Bound, source, label, calendar }: BoxProps & { readonly Box: ComponentType<BoxProps> }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto 1fr', gap: 1, alignItems: 'start' }}>
    <Bound source={`${source}.from`} label={`${label}（起）`} calendar={calendar} />
    <Box component="span" aria-hidden="true" sx={{ lineHeight: '40px', color: 'text.secondary' }}>
      ～
    </Box>
    <Bound source={`${source}.to`} label={`${label}（迄）`} calendar={calendar} />
  </Box>
)
