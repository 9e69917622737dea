import { dateText } from '../../browser/format'
import { rocSlash } from '../../domain/roc-date'
import type { ComputedField, DateField, Row } from '../../schema/types'
import { DateBox } from '../parts/DateBox'
import { RangeBoxes } from '../parts/RangeBoxes'
import type { FieldView, FilterProps } from './field-view'

/** A day. */
export const date: FieldView<DateField> = {
  Input: ({ field, ...props }) => <DateBox {...props} label={field.label} help={field.help} calendar={field.calendar} />,
  Filter: ({ field, match }) => <DateFilter field={field} match={match} />,
  text: ({ name, calendar }, row) => {
    const day = stringOf(row, name)
    return day && calendar === 'roc' ? rocSlash(day.slice(0, 10)) : dateText(day)
  },
}

/** One day, or from one to another, by the calendar of the field. */
export const DateFilter = ({ field, match }: Pick<FilterProps<DateField | ComputedField>, 'field' | 'match'>) => {
  const { name, label, calendar } = field
  return match === 'range' ? (
    <RangeBoxes Box={DateBox} source={name} label={label} calendar={calendar} />
  ) : (
    <DateBox source={name} label={label} calendar={calendar} />
  )
}

const stringOf = (row: Row, name: string) => {
  const value = row[name]
  return typeof value === 'string' ? value : null
}
