import CalendarIcon from '@mui/icons-material/CalendarMonth'
import { Box, IconButton } from '@mui/material'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dateText } from '../../browser/format'
import { isIsoDate } from '../../domain/dates'
import { foldFullWidth } from '../../domain/full-width'
import { parseDate, rocLong, rocSlash } from '../../domain/roc-date'
import type { Calendar as SchemaCalendar } from '../../schema/types'
import { TypedBox } from './TypedBox'
import type { BoxProps } from './use-box'

/** A day as people write it: 115/11/30, 1151130 or 2026/11/30; or chosen from the calendar. */
export const DateBox = ({ calendar, ...props }: BoxProps & { calendar?: SchemaCalendar | undefined }) => (
  <TypedBox
    {...props}
    read={(typed) => parseDate(foldFullWidth(typed))}
    shown={calendar === 'roc' ? rocSlash : dateText}
    told={calendar === 'roc' ? dateText : rocLong}
    placeholder="例如 115/11/30"
    end={(value, change) => <Calendar label={props.label} day={dayOf(value)} disabled={props.disabled} onChoose={change} />}
  />
)

const dayOf = (value: unknown): string | null => (typeof value === 'string' && isIsoDate(value) ? value : null)

interface CalendarProps {
  readonly label: string
  readonly day: string | null
  readonly disabled: boolean | undefined
  readonly onChoose: (day: string | null) => void
}

/** The browser's own calendar behind a button: nothing to load, and it speaks the user's language. */
const Calendar = ({ label, day, disabled, onChoose }: CalendarProps) => {
  const native = useRef<HTMLInputElement>(null)
  const [wanted, setWanted] = useState(false)
  const open = () => {
    // A table of days would carry a hundred of them.
    flushSync(() => setWanted(true))
    native.current?.showPicker()
  }
  return (
    <Box sx={{ position: 'relative', display: 'flex' }}>
      {wanted && (
        <Box
          component="input"
          type="date"
          ref={native}
          tabIndex={-1}
          aria-hidden="true"
          value={day ?? ''}
          onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}
          sx={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, border: 0, p: 0, pointerEvents: 'none' }}
        />
      )}
      <IconButton size="small" edge="end" disabled={Boolean(disabled)} aria-label={`選擇${label}`} onClick={open}>
        <CalendarIcon fontSize="small" />
      </IconButton>
    </Box>
  )
}
