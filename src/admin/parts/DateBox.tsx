import CalendarIcon from '@mui/icons-material/CalendarMonth'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dateText } from '../../browser/format'
import { isIsoDate } from '../../domain/dates'
import { foldFullWidth } from '../../domain/full-width'
import { parseDate, rocLong, rocSlash } from '../../domain/roc-date'
import type { Calendar as SchemaCalendar } from '../../schema/types'
import { type BoxProps, useBox } from './use-box'

/** A day as people write it: 115/11/30, 1151130 or 2026/11/30; or chosen from the calendar. What is no day stays as typed, for the check to name it. */
export const DateBox = ({ calendar, ...props }: BoxProps & { calendar?: SchemaCalendar | undefined }) => {
  const roc = calendar === 'roc'
  const { value, change, blur, look, said, inRow } = useBox(props)
  const [typing, setTyping] = useState<string | null>(null)
  const day = typeof value === 'string' && isIsoDate(value) ? value : null
  const type = (text: string) => {
    setTyping(text)
    change(text.trim() === '' ? null : (parseDate(foldFullWidth(text)) ?? text))
  }
  return (
    <TextField
      {...look}
      value={typing ?? (day ? (roc ? rocSlash(day) : dateText(day)) : String(value ?? ''))}
      helperText={!look.error && day && !inRow ? (roc ? dateText(day) : rocLong(day)) : look.helperText}
      placeholder="例如 115/11/30"
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        setTyping(null)
        blur()
      }}
      autoComplete="off"
      slotProps={{
        htmlInput: { ...said, inputMode: 'numeric' },
        inputLabel: { shrink: true },
        input: { endAdornment: <Calendar label={props.label} day={day} disabled={props.disabled} onChoose={change} /> },
      }}
    />
  )
}

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
    <InputAdornment position="end">
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
    </InputAdornment>
  )
}
