import { dateText, dateTimeText } from '../../browser/format'
import { formatRocMonth, formatRocSlash } from '../../domain/dates/roc-date'
import type { TimeField } from '../../schema/field-types/times'
import type { Calendar, RecordValues } from '../../schema/language/language'
import { type FieldView, plainText } from './field-view'

/** A date. */
const date: FieldView<TimeField> = {
  text: ({ name, calendar }, record) => {
    const value = stringOf(record, name)
    return value && calendar === 'roc' ? formatRocSlash(value.slice(0, 10)) : dateText(value)
  },
}

const stringOf = (record: RecordValues, name: string) => {
  const value = record[name]
  return typeof value === 'string' ? value : null
}

/** A date with a time. */
const datetime: FieldView<TimeField> = {
  text: ({ name }, record) => {
    const value = stringOf(record, name)
    return value === null ? '' : dateTimeText(value)
  },
}

/** A month, in the calendar of its field. */
const month: FieldView<TimeField> = {
  text: ({ name, calendar }, record) => {
    const value = stringOf(record, name)
    return value === null ? '' : monthText(value, calendar)
  },
}

/** Returns a month in a calendar: 115/11 or 2026/11. */
export const monthText = (value: string, calendar: Calendar | undefined): string =>
  calendar === 'roc' ? formatRocMonth(value) : value.replace('-', '/')

/** A time of day. */
const time: FieldView<TimeField> = { text: plainText }

/** The views of the group `times`: dates, datetimes, months and times of day. */
export const times = { date, datetime, month, time }
