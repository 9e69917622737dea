import { Box, InputAdornment, TextField } from '@mui/material'
import { type ComponentType, type HTMLAttributes, type ReactNode, useState } from 'react'
import type { Calendar } from '../../../schema/language/language'
import type { Field } from '../../../schema/language/types'
import { type BoundInputProps, useBoundInput } from '../value-scope'
import type { FieldFilterProps, FieldInputProps } from './field-inputs'

interface ParsedInputProps extends BoundInputProps {
  /** Returns the value of a typed text; null if the text is incomplete or invalid. */
  readonly parse: (typed: string) => unknown
  /** Returns the text of a value. */
  readonly format?: (value: string) => string
  /** Returns the value in another notation, such as a date in the other calendar; shown below the input. */
  readonly otherNotation?: (value: string) => string
  readonly placeholder?: string
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  readonly align?: 'left' | 'right'
  /** Returns the content at the end of the input, such as a button that changes the value. */
  readonly end?: (value: unknown, change: (value: unknown) => void) => ReactNode
}

/**
 * Renders an input of a value that can be typed in several notations.
 * A text that cannot be parsed becomes the value, so that the validation message can quote it.
 */
export const ParsedInput = ({
  parse,
  format = String,
  otherNotation,
  placeholder,
  inputMode = 'numeric',
  align = 'left',
  end,
  ...props
}: ParsedInputProps) => {
  const { value, change, blur, fieldProps, inputProps, isInTable } = useBoundInput(props)
  const [typed, setTyped] = useState<string | null>(null)
  const validValue = typeof value === 'string' && parse(value) === value ? value : null
  return (
    <TextField
      {...fieldProps}
      value={typed ?? (validValue ? format(validValue) : String(value ?? ''))}
      helperText={
        !fieldProps.error && validValue && otherNotation && !isInTable
          ? otherNotation(validValue)
          : fieldProps.helperText
      }
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
export function inputPair(SingleInput: ComponentType<SingleInputProps>) {
  return {
    Input: ({ field, ...props }: FieldInputProps<Field>) => (
      <SingleInput {...props} label={field.label} help={field.help} calendar={calendarOf(field)} />
    ),
    Filter: ({ field, match }: FieldFilterProps<Field>) => {
      const props = { source: field.name, label: field.label, calendar: calendarOf(field) }
      return match === 'range' ? <RangeInputs SingleInput={SingleInput} {...props} /> : <SingleInput {...props} />
    },
  }
}

const calendarOf = (field: Field): Calendar | undefined => ('calendar' in field ? field.calendar : undefined)

/** Props of an input with one value. */
export interface SingleInputProps extends BoundInputProps {
  /** The calendar of dates and months. */
  readonly calendar?: Calendar | undefined
}

/** Renders two inputs, for the lower and the upper bound of a range; the value is `{from, to}`. */
const RangeInputs = ({
  SingleInput,
  source,
  label,
  calendar,
}: SingleInputProps & { readonly SingleInput: ComponentType<SingleInputProps> }) => (
  <Box sx={rangeStyles}>
    <SingleInput source={`${source}.from`} label={`${label}（起）`} calendar={calendar} />
    <Box
      component="span"
      aria-hidden="true"
      sx={{ display: { xs: 'none', sm: 'inline' }, lineHeight: '40px', color: 'text.secondary' }}
    >
      ～
    </Box>
    <SingleInput source={`${source}.to`} label={`${label}（迄）`} calendar={calendar} />
  </Box>
)

// Half of a phone's width is too narrow for a date and its label.
const rangeStyles = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr auto 1fr' },
  gap: { xs: 2, sm: 1 },
  alignItems: 'start',
}
