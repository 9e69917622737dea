import CalendarIcon from '@mui/icons-material/CalendarMonth'
import { Box, IconButton } from '@mui/material'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dateText, dateTimeText } from '../../browser/format'
import { isIsoDate, parseTime } from '../../domain/dates/dates'
import { formatRocLong, formatRocMonth, formatRocSlash, parseDate, parseMonth } from '../../domain/dates/roc-date'
import { foldText } from '../../domain/text-folding'
import type { TimeField } from '../../schema/field-types/times'
import type { Calendar, RecordValues } from '../../schema/language/language'
import { type FieldView, plainText } from './field-view'
import { inputViews, ParsedInput, type SingleInputProps } from './ParsedInput'
import type { BoundInputProps } from './value-scope'

/** The input and the filter of a date. Computed dates also use the filter. */
export const dateInputs = inputViews(DayInput)

/** A date. */
const date: FieldView<TimeField> = {
  columnWidth: 168,
  ...dateInputs,
  text: ({ name, calendar }, record) => {
    const value = stringOf(record, name)
    return value && calendar === 'roc' ? formatRocSlash(value.slice(0, 10)) : dateText(value)
  },
}

const stringOf = (record: RecordValues, name: string) => {
  const value = record[name]
  return typeof value === 'string' ? value : null
}

/** A date with a time. Only the server writes it, and queries filter it by date. */
const datetime: FieldView<TimeField> = {
  ...date,
  text: ({ name }, record) => {
    const value = stringOf(record, name)
    return value === null ? '' : dateTimeText(value)
  },
}

/** A month, in the calendar of its field. */
const month: FieldView<TimeField> = {
  columnWidth: 112,
  ...inputViews(MonthInput),
  text: ({ name, calendar }, record) => {
    const value = stringOf(record, name)
    return value === null ? '' : monthText(value, calendar)
  },
}

const monthText = (value: string, calendar: Calendar | undefined): string =>
  calendar === 'roc' ? formatRocMonth(value) : value.replace('-', '/')

function MonthInput({ calendar, ...props }: SingleInputProps) {
  return (
    <ParsedInput
      {...props}
      parse={(typed) => parseMonth(foldText(typed))}
      format={(value) => monthText(value, calendar)}
      otherNotation={(value) => monthText(value, calendar === 'roc' ? 'gregorian' : 'roc')}
      placeholder="例如 115/11"
    />
  )
}

/** A time of day. */
const time: FieldView<TimeField> = { columnWidth: 96, ...inputViews(TimeOfDayInput), text: plainText }

function TimeOfDayInput(props: BoundInputProps) {
  return <ParsedInput {...props} parse={(typed) => parseTime(foldText(typed))} placeholder="例如 09:30" />
}

/** The views of the group `times`: dates, datetimes, months and times of day. */
export const times = { date, datetime, month, time }

/** Renders an input of a date, which is typed as 115/11/30, 1151130 or 2026/11/30, or selected in a calendar. */
function DayInput({ calendar, ...props }: SingleInputProps) {
  return (
    <ParsedInput
      {...props}
      parse={(typed) => parseDate(foldText(typed))}
      format={calendar === 'roc' ? formatRocSlash : dateText}
      otherNotation={calendar === 'roc' ? dateText : formatRocLong}
      placeholder="例如 115/11/30"
      end={(value, change) => (
        <CalendarButton label={props.label} day={dayOf(value)} disabled={props.disabled} onSelect={change} />
      )}
    />
  )
}

const dayOf = (value: unknown): string | null => (typeof value === 'string' && isIsoDate(value) ? value : null)

interface CalendarButtonProps {
  readonly label: string
  readonly day: string | null
  readonly disabled: boolean | undefined
  readonly onSelect: (day: string | null) => void
}

/** Renders a button that opens the browser's own calendar, which needs no library and uses the user's language. */
const CalendarButton = ({ label, day, disabled, onSelect }: CalendarButtonProps) => {
  const nativeInput = useRef<HTMLInputElement>(null)
  const [wasOpened, setOpened] = useState(false)
  const open = () => {
    // The native input is mounted on demand, because a table may have a hundred date inputs.
    flushSync(() => setOpened(true))
    nativeInput.current?.showPicker()
  }
  return (
    <Box sx={{ position: 'relative', display: 'flex' }}>
      {wasOpened && (
        <Box
          component="input"
          type="date"
          ref={nativeInput}
          tabIndex={-1}
          aria-hidden="true"
          value={day ?? ''}
          onChange={(event) => onSelect(event.target.value === '' ? null : event.target.value)}
          sx={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, border: 0, p: 0, pointerEvents: 'none' }}
        />
      )}
      <IconButton size="small" edge="end" disabled={Boolean(disabled)} aria-label={`選擇${label}`} onClick={open}>
        <CalendarIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}
