import { TextField } from '@mui/material'
import { useLayoutEffect, useRef, useState } from 'react'
import { foldFullWidth } from '../../domain/full-width'
import { exponentOf, formatMoney, parseMoney } from '../../domain/money'
import { type BoxProps, useBox } from './use-box'

/** A whole number, or an amount of that currency, which has thousands separators while nobody types. What is no number stays as typed, for the check to name it. */
export const NumberBox = ({ currency, ...props }: BoxProps & { currency?: string }) => {
  const { value, change, blur, look, said } = useBox(props)
  const [typing, setTyping] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const isTyping = typing !== null
  // The separators go when the cursor comes, and with them the browser's choice of the whole number, over which people type. A click still puts the cursor where it is.
  useLayoutEffect(() => {
    if (isTyping) box.current?.select()
  }, [isTyping])
  return (
    <TextField
      {...look}
      value={typing ?? shown(value, currency)}
      onFocus={(event) => {
        if (event.target instanceof HTMLInputElement) box.current = event.target
        setTyping(shown(value, currency).replaceAll(',', ''))
      }}
      onChange={(event) => {
        setTyping(event.target.value)
        change(numberOf(event.target.value, currency))
      }}
      onBlur={() => {
        setTyping(null)
        blur()
      }}
      autoComplete="off"
      slotProps={{
        htmlInput: { ...said, inputMode: currency && exponentOf(currency) > 0 ? 'decimal' : 'numeric', style: { textAlign: 'right' } },
        inputLabel: { shrink: true },
      }}
    />
  )
}

const shown = (value: unknown, currency: string | undefined): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' && currency ? formatMoney(value, currency) : String(value)
}

const numberOf = (typed: string, currency: string | undefined): number | string | null => {
  const text = foldFullWidth(typed).replaceAll(',', '').trim()
  if (text === '') return null
  if (currency) return parseMoney(text, currency) ?? typed
  return /^-?\d{1,15}$/.test(text) ? Number(text) : typed
}
