import type { ComponentType } from 'react'
import type { Calendar, Field } from '../../schema/types'
import { RangeBoxes } from '../parts/RangeBoxes'
import type { BoxProps } from '../parts/use-box'
import type { FilterProps, InputProps } from './field-view'

/** Returns input and filter of a type whose values are typed into such a box; a range takes two of them. */
export function boxes(Box: ComponentType<BoxProps & { calendar?: Calendar | undefined }>) {
  return {
    Input: ({ field, ...props }: InputProps<Field>) => <Box {...props} label={field.label} help={field.help} calendar={calendarOf(field)} />,
    Filter: ({ field, match }: FilterProps<Field>) => {
      const props = { source: field.name, label: field.label, calendar: calendarOf(field) }
      return match === 'range' ? <RangeBoxes Box={Box} {...props} /> : <Box {...props} />
    },
  }
}

const calendarOf = (field: Field): Calendar | undefined => ('calendar' in field ? field.calendar : undefined)
