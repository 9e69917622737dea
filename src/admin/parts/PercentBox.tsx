import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { parsePercent } from '../../domain/percent'
import { type BoxProps, useBox } from './use-box'

/** A percentage; the sign stands behind it. What is no number stays as typed, for the check to name it. */
export const PercentBox = (props: BoxProps) => {
  const { value, change, blur, look, said } = useBox(props)
  const [typing, setTyping] = useState<string | null>(null)
  return (
    <TextField
      {...look}
      value={typing ?? String(value ?? '')}
      onChange={(event) => {
        setTyping(event.target.value)
        change(event.target.value.trim() === '' ? null : (parsePercent(event.target.value) ?? event.target.value))
      }}
      onBlur={() => {
        setTyping(null)
        blur()
      }}
      autoComplete="off"
      slotProps={{
        htmlInput: { ...said, inputMode: 'decimal', style: { textAlign: 'right' } },
        inputLabel: { shrink: true },
        input: { endAdornment: <InputAdornment position="end">%</InputAdornment> },
      }}
    />
  )
}
