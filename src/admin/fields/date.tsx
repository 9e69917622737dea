import { dateText } from '../../browser/format'
import { rocSlash } from '../../domain/roc-date'
import type { DateField, Row } from '../../schema/types'
import { DateBox } from '../parts/DateBox'
import { RangeBoxes } from '../parts/RangeBoxes'
import type { FieldView } from './field-view'

/** A day. */
export const date: FieldView<DateField> = {
  Input: ({ field, ...props }) => <DateBox {...props} label={field.label} help={field.help} calendar={field.calendar} />,
  Filter: ({ field, match }) =>
    match === 'range' ? <RangeBoxes Box={DateBox} source={field.name} label={field.label} /> : <DateBox source={field.name} label={field.label} />,
  text: ({ name, calendar }, row) => {
    const day = stringOf(row, name)
    return day && calendar === 'roc' ? rocSlash(day.slice(0, 10)) : dateText(day)
  },
}

const stringOf = (row: Row, name: string) => {
  const value = row[name]
  return typeof value === 'string' ? value : null
}
