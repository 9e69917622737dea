import { isIsoDate, parseTime, splitTime } from '../../domain/dates/dates'
import { businessDates, dayInBothCalendars, meantDays } from '../../domain/dates/meant-dates'
import { formatRocMonth, formatRocSlash, parseDate, parseMonth } from '../../domain/dates/roc-date'
import { foldText } from '../../domain/text-folding'
import type { Bound, Calendar, FieldBase } from '../language/language'
import { eitherShape, integerFrom, isObject, object, text } from '../language/shapes/shape'
import {
  notDate,
  notDateTime,
  notGregorian,
  notMonth,
  notRoc,
  notTime,
  perhapsMeant,
  tooEarly,
  tooLate,
} from '../rules/messages'
import {
  type AnyTypeField,
  type CellContext,
  type CellResult,
  dayLiteral,
  type FieldTypeRules,
  type ParseContext,
  type ParseResult,
} from './field-type'
import { clamp, sampleToday } from './samples'
import { boundShape, calendar, minAboveMaxFindings } from './shared-keys'

/** A number of years after the day in a field. */
export interface YearsAfter {
  readonly years: number
  readonly field: string
}

/** A field with a date, a month, a datetime or a time of day. */
export interface TimeField extends FieldBase {
  readonly type: 'date' | 'datetime' | 'month' | 'time'
  /** An ISO date, a month such as `2026-11`, a time such as `09:30`, the word `today`, or another field. */
  readonly min?: Bound<string>
  readonly max?: Bound<string>
  /** The highest number of years after the field in `min`, or after another field. */
  readonly maxYears?: number | YearsAfter
  /**
   * The calendar in which screens show dates and months; absent = Gregorian.
   * If the setting SITE_CALENDAR is roc, `applyCalendar` fills in absent calendars.
   */
  readonly calendar?: Calendar
}

const maxYears = eitherShape(
  isObject,
  object({
    years: { shape: integerFrom(1), doc: 'Number of years.', required: true },
    field: { shape: text, doc: 'The field of the same record from which the years count.', required: true },
  }),
  integerFrom(1),
)

/** A date. Accepts every format of `parseDate`, such as 2026/11/30, 115/11/30 and 1151130; stores 2026-11-30. */
const date: FieldTypeRules<TimeField> = {
  group: 'time',
  clockDefault: 'today',
  display: timeText,
  fromCell: readDayCell,
  doc: 'A day. Users may type 2026/11/30, 115/11/30 or 1151130; it is sent as 2026-11-30.',
  keys: {
    min: {
      shape: boundShape(text),
      doc: 'Earliest day: an ISO date, the word today, or {"field": "…"}. Without a fixed day, the earliest day is 2000-01-01.',
    },
    max: {
      shape: boundShape(text),
      doc: 'Latest day: an ISO date, the word today, or {"field": "…"}. Without a fixed day, the latest day is 2099-12-31.',
    },
    calendar,
    maxYears: {
      shape: maxYears,
      doc: 'Maximum number of years after the field in min, or {"years": …, "field": "…"} for another field.',
    },
  },
  matches: ['range', 'exact'],
  isSortable: true,
  comparedAs: 'date',
  literal: dayLiteral,
  isChosen: true,
  checkSettings: minAboveMaxFindings,
  columnType: () => 'date',
  referenceColumn: 'date',
  jsonSchema: () => ({ type: 'string', format: 'date' }),
  parse: parseDay,
  sample: ({ min, max }, seed, today = sampleToday) =>
    clamp(`2026-11-${String((seed % 28) + 1).padStart(2, '0')}`, fixedBound(min, today), fixedBound(max, today)),
}

function parseDay(value: unknown, field: TimeField, { today }: ParseContext): ParseResult {
  const day = typeof value === 'string' ? parseDate(foldText(value)) : null
  if (!day) return { error: notDate(field.label) }
  const { first, last } = businessDates
  return withinBounds(day, field, {
    today,
    first,
    last,
    textOf: (bound) => boundDayText(bound, today, field),
    hint: (from, to) => meantText(day, meantDays(day, { from, to, today })),
  })
}

/**
 * Returns the message for a day that no business date has, if another day was probably meant; otherwise an empty text.
 * For the filters of lists, which have no bounds.
 */
export const meantHint = (day: string, today: string): string => {
  const { first: from, last: to } = businessDates
  return from <= day && day <= to ? '' : meantText(day, meantDays(day, { from, to, today }))
}

const meantText = (read: string, meant: readonly string[]): string =>
  meant.length > 0 ? perhapsMeant(dayInBothCalendars(read), meant.map(dayInBothCalendars)) : ''

/**
 * The current day for bounds, the bounds of fields that declare none, and the function that formats a bound for a
 * message.
 */
interface BoundContext {
  readonly today?: string
  readonly first?: string
  readonly last?: string
  textOf(bound: string): string
  /** Returns the end of the message for a value outside the bounds. */
  hint?(from: string | undefined, to: string | undefined): string
}

/** Returns the day, month or time if it is within its bounds; otherwise the message for the bound that it violates. */
const withinBounds = (
  value: string,
  { label, min, max }: TimeField,
  { today, first, last, textOf, hint }: BoundContext,
): ParseResult => {
  const [from, to] = [fixedBound(min, today) ?? first, fixedBound(max, today) ?? last]
  const message = from && value < from ? tooEarly(label, textOf(from)) : to && value > to && tooLate(label, textOf(to))
  return message ? { error: `${message}${hint?.(from, to) ?? ''}` } : { value }
}

/** Returns a bound that is a fixed value or `today`; undefined for a bound that another field sets. */
const fixedBound = (bound: Bound<string> | undefined, today?: string): string | undefined =>
  typeof bound === 'string' ? (bound === 'today' ? today : bound) : undefined

// Digits are separated from the Chinese text before them by a space.
const boundDayText = (day: string, today: string, field: TimeField): string =>
  day === today ? '今天' : ` ${field.calendar === 'roc' ? formatRocSlash(day) : day.replaceAll('-', '/')}`

const datetimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/

/** A datetime with its UTC offset, to the microsecond. */
const datetime: FieldTypeRules<TimeField> = {
  group: 'time',
  clockDefault: 'now',
  display: timeText,
  fromCell: readDatetimeCell,
  doc: 'A datetime with its UTC offset, such as 2026-11-20T09:15:30.123456+08:00.',
  keys: {},
  matches: ['range'],
  isSortable: true,
  comparedAs: 'datetime',
  // A date without a time is also accepted: conditions compare ISO strings as text.
  literal: {
    description: "a date or datetime like '2026-11-30T09:30:00+08:00'",
    test: (value) => typeof value === 'string' && isIsoDate(value.slice(0, 10)),
  },
  isChosen: true,
  columnType: () => 'timestamptz',
  jsonSchema: () => ({ type: 'string', format: 'date-time' }),
  parse: parseDatetime,
  sample: (_, seed) => `2026-11-20T09:15:${String(seed % 60).padStart(2, '0')}.000000+08:00`,
}

function parseDatetime(value: unknown, field: TimeField, context: ParseContext): ParseResult {
  if (typeof value !== 'string' || !datetimePattern.test(value) || Number.isNaN(Date.parse(value)))
    return { error: notDateTime(field.label) }
  const day = parseDay(value.slice(0, 'yyyy-mm-dd'.length), field, context)
  return 'error' in day ? day : { value }
}

/** A month. Accepts every format of `parseMonth`, such as 2026/11, 115/11 and 11511; stores 2026-11. */
const month: FieldTypeRules<TimeField> = {
  group: 'time',
  clockDefault: 'today',
  fromDay: (day) => monthOf(day),
  display: timeText,
  fromCell: readMonthCell,
  doc: 'A month. Users may type 2026/11, 115/11 or 11511; it is sent as 2026-11.',
  keys: {
    min: {
      shape: boundShape(text),
      doc: 'Earliest month: 2026-11, the word today, or {"field": "…"}. Without a fixed month, the earliest month is 2000-01.',
    },
    max: {
      shape: boundShape(text),
      doc: 'Latest month: 2026-11, the word today, or {"field": "…"}. Without a fixed month, the latest month is 2099-12.',
    },
    calendar,
  },
  matches: ['range', 'exact'],
  isSortable: true,
  comparedAs: 'month',
  literal: {
    description: "a month like '2026-11'",
    test: (value) => typeof value === 'string' && isIsoDate(`${value}-01`),
  },
  checkSettings: minAboveMaxFindings,
  columnType: () => 'text',
  referenceColumn: 'text',
  parse: parseMonthValue,
  jsonSchema: () => ({ type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' }),
  sample: ({ min, max }, seed, today = sampleToday) =>
    clamp(
      `${2020 + (seed % 10)}-${String((seed % 12) + 1).padStart(2, '0')}`,
      fixedBound(min, monthOf(today)),
      fixedBound(max, monthOf(today)),
    ),
}

function parseMonthValue(value: unknown, field: TimeField, { today }: ParseContext): ParseResult {
  const parsed = typeof value === 'string' ? parseMonth(foldText(value)) : null
  if (!parsed) return { error: notMonth(field.label) }
  const [first, last] = [monthOf(businessDates.first), monthOf(businessDates.last)]
  return withinBounds(parsed, field, {
    today: monthOf(today),
    first,
    last,
    textOf: (bound) => ` ${boundMonthText(bound, field.calendar)}`,
    hint: (from, to) => meantText(parsed, meantMonths(parsed, { from, to, today })),
  })
}

const meantMonths = (month: string, { from, to, today }: Parameters<typeof meantDays>[1]): readonly string[] =>
  meantDays(firstDay(month), { from: from && firstDay(from), to: to && firstDay(to), today }).map(monthOf)

const firstDay = (month: string): string => `${month}-01`

const boundMonthText = (month: string, calendar: Calendar | undefined): string =>
  calendar === 'roc' ? formatRocMonth(month) : month.replace('-', '/')

const monthOf = (day: string): string => day.slice(0, 'yyyy-mm'.length)

/** A time of day in hours and minutes. Accepts 9:30, 09:30 and 0930; stores 09:30. */
const time: FieldTypeRules<TimeField> = {
  group: 'time',
  doc: 'A time of day. Users may type 9:30 or 0930; it is sent as 09:30.',
  keys: {
    min: { shape: boundShape(text), doc: 'Earliest time: 09:30, or {"field": "…"}.' },
    max: { shape: boundShape(text), doc: 'Latest time: 17:30, or {"field": "…"}.' },
  },
  matches: ['range', 'exact'],
  isSortable: true,
  comparedAs: 'time',
  literal: {
    description: "a time like '09:30'",
    test: (value) => typeof value === 'string' && parseTime(value) === value,
  },
  checkSettings: minAboveMaxFindings,
  columnType: () => 'text',
  referenceColumn: 'text',
  parse: parseTimeValue,
  jsonSchema: () => ({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' }),
  sample: ({ min, max }, seed) =>
    clamp(
      `${String(9 + (seed % 8)).padStart(2, '0')}:${String((seed * 5) % 60).padStart(2, '0')}`,
      fixedBound(min),
      fixedBound(max),
    ),
}

function parseTimeValue(value: unknown, field: TimeField): ParseResult {
  const parsed = typeof value === 'string' ? parseTime(foldText(value)) : null
  return parsed ? withinBounds(parsed, field, { textOf: (bound) => ` ${bound}` }) : { error: notTime(field.label) }
}

/**
 * Formats a date, a month or a datetime (2026-11-30, 2026-11 or 2026-11-30T09:15:30.000000+08:00) in the calendar of
 * its field.
 */
export function timeText(value: unknown, field: AnyTypeField & Pick<TimeField, 'calendar'>): string {
  const [day = '', clock = ''] = String(value).split('T')
  const date = field.calendar === 'roc' ? rocText(day) : day.replaceAll('-', '/')
  return clock ? `${date} ${clock.slice(0, 5)}` : date
}

const rocText = (day: string): string => (day.length === 'yyyy-mm'.length ? formatRocMonth(day) : formatRocSlash(day))

/**
 * Reads a day or a month, without its time of day.
 * A date cell of a spreadsheet arrives as 2026-11-30 whatever its display format is, so only text with other separators
 * can be in the wrong calendar.
 */
function readDayCell(text: string, { label }: TimeField, { calendar }: CellContext): CellResult {
  const [value] = splitTime(text)
  // A Gregorian year has four digits: before a separator, or in a text of six digits (a month) or eight digits (a day).
  const isGregorian = /^[1-9]\d{3}([-/.年]|\d{2}$|\d{4}$)/.test(value)
  if (calendar === 'roc' && isGregorian && !value.includes('-')) return { error: notRoc(label) }
  return calendar === 'gregorian' && !isGregorian ? { error: notGregorian(label) } : { value }
}

/** Reads a month. A date cell of a spreadsheet that shows a month contains the first day of the month. */
function readMonthCell(text: string, field: TimeField, context: CellContext): CellResult {
  const day = readDayCell(text, field, context)
  return 'value' in day && typeof day.value === 'string' && /^\d{4}-\d{2}-01$/.test(day.value)
    ? { value: day.value.slice(0, 7) }
    : day
}

/** Reads a day with or without a time of day. The text is in Taipei time (+08:00). */
function readDatetimeCell(text: string): CellResult {
  const [dayText, time] = splitTime(text)
  const day = parseDate(dayText)
  return { value: day ? `${day}T${time || '00:00:00'}+08:00` : text }
}

/** The field types of dates, months, datetimes and times of day. */
export const times = { date, datetime, month, time }
