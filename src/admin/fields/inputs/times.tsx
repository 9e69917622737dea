import CalendarIcon from '@mui/icons-material/CalendarMonth'
import { Box, IconButton } from '@mui/material'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dateText } from '../../../browser/format'
import { isIsoDate, parseTime } from '../../../domain/dates/dates'
import { formatRocLong, formatRocSlash, parseDate, parseMonth } from '../../../domain/dates/roc-date'
import { foldText } from '../../../domain/text-folding'
import { monthText } from '../times'
import type { BoundInputProps } from '../value-scope'
import { inputPair, ParsedInput, type SingleInputProps } from './ParsedInput'

/** The input and the filter of a date. */
export const dateInputs = { columnWidth: 168, ...inputPair(DayInput) }

/** The inputs of the group `times`. Only the server writes datetimes, and queries filter them by date. */
export const times = {
  date: dateInputs,
  datetime: dateInputs,
  month: { columnWidth: 112, ...inputPair(MonthInput) },
  time: { columnWidth: 96, ...inputPair(TimeOfDayInput) },
}

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

function TimeOfDayInput(props: BoundInputProps) {
  return <ParsedInput {...props} parse={(typed) => parseTime(foldText(typed))} placeholder="例如 09:30" />
}

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
