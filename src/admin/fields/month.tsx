import { foldFullWidth } from '../../domain/full-width'
import { parseMonth, rocMonth } from '../../domain/roc-date'
import type { Calendar, DateField } from '../../schema/types'
import { RangeBoxes } from '../parts/RangeBoxes'
import { TypedBox } from '../parts/TypedBox'
import type { BoxProps } from '../parts/use-box'
import type { FieldView, FilterProps, InputProps } from './field-view'

/** A month, written by the calendar of its field. */
export const month: FieldView<DateField> = {
  Input,
  Filter,
  text: ({ name, calendar }, row) => {
    const value = row[name]
    return typeof value === 'string' ? monthText(value, calendar) : ''
  },
}

const monthText = (value: string, calendar: Calendar | undefined): string => (calendar === 'roc' ? rocMonth(value) : value.replace('-', '/'))

function Input({ field, ...props }: InputProps<DateField>) {
  return <MonthBox {...props} label={field.label} help={field.help} calendar={field.calendar} />
}

function Filter({ field, match }: FilterProps<DateField>) {
  return match === 'range' ? (
    <RangeBoxes Box={MonthBox} source={field.name} label={field.label} calendar={field.calendar} />
  ) : (
    <MonthBox source={field.name} label={field.label} calendar={field.calendar} />
  )
}

const MonthBox = ({ calendar, ...props }: BoxProps & { calendar?: Calendar | undefined }) => (
  <TypedBox
    {...props}
    read={(typed) => parseMonth(foldFullWidth(typed))}
    shown={(value) => monthText(value, calendar)}
    told={(value) => monthText(value, calendar === 'roc' ? 'gregorian' : 'roc')}
    placeholder="例如 115/11"
  />
)
