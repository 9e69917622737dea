import { dateText, dateTimeText } from '../../browser/format'
import { parseTime } from '../../domain/dates'
import { foldFullWidth } from '../../domain/full-width'
import { parseMonth, rocMonth, rocSlash } from '../../domain/roc-date'
import type { Calendar, DateField, Row } from '../../schema/types'
import { DateBox } from '../parts/DateBox'
import { TypedBox } from '../parts/TypedBox'
import type { BoxProps } from '../parts/use-box'
import { boxes } from './boxes'
import { type FieldView, plainText } from './field-view'

/** A day, whatever gives it. */
export const day = boxes(DateBox)

/** A day. */
const date: FieldView<DateField> = {
  rowWidth: 168,
  ...day,
  text: ({ name, calendar }, row) => {
    const value = stringOf(row, name)
    return value && calendar === 'roc' ? rocSlash(value.slice(0, 10)) : dateText(value)
  },
}

const stringOf = (row: Row, name: string) => {
  const value = row[name]
  return typeof value === 'string' ? value : null
}

/** A moment, which the server writes; a query asks for days. */
const datetime: FieldView<DateField> = {
  ...date,
  text: ({ name }, row) => {
    const value = stringOf(row, name)
    return value === null ? '' : dateTimeText(value)
  },
}

/** A month, written by the calendar of its field. */
const month: FieldView<DateField> = {
  rowWidth: 112,
  ...boxes(MonthBox),
  text: ({ name, calendar }, row) => {
    const value = stringOf(row, name)
    return value === null ? '' : monthText(value, calendar)
  },
}

const monthText = (value: string, calendar: Calendar | undefined): string => (calendar === 'roc' ? rocMonth(value) : value.replace('-', '/'))

function MonthBox({ calendar, ...props }: BoxProps & { calendar?: Calendar | undefined }) {
  return (
    <TypedBox
      {...props}
      read={(typed) => parseMonth(foldFullWidth(typed))}
      shown={(value) => monthText(value, calendar)}
      told={(value) => monthText(value, calendar === 'roc' ? 'gregorian' : 'roc')}
      placeholder="例如 115/11"
    />
  )
}

/** A time of day. */
const time: FieldView<DateField> = { rowWidth: 96, ...boxes(TimeBox), text: plainText }

function TimeBox(props: BoxProps) {
  return <TypedBox {...props} read={(typed) => parseTime(foldFullWidth(typed).trim())} placeholder="例如 09:30" />
}

/** The views of times. */
export const times = { date, datetime, month, time }
