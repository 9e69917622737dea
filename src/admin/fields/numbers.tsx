import { TextField } from '@mui/material'
import { useLayoutEffect, useRef, useState } from 'react'
import { foldFullWidth } from '../../domain/full-width'
import { exponentOf, formatMoney, formatPercent, parseMoney, parsePercent } from '../../domain/money/money'
import type { IntegerField, PercentField } from '../../schema/field-types/numbers'
import type { CountField, RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import { currencyOf } from '../../schema/text/value-text'
import { type FieldView, plainText } from './field-view'
import { boxViews, TypedBox } from './TypedBox'
import { type InputSettings, useCurrency, useInput } from './value-source'

/** Input and filter of numbers and amounts, also of computed ones. */
export const number = { ...boxViews(NumberBox), number: numberOf }
export const amount = { ...boxViews(AmountBox), number: numberOf }

/** A whole number. Without separators, because most whole numbers are not amounts. */
const integer: FieldView<IntegerField> = { columnWidth: 88, ...number, text: plainText }

/** An amount in the smallest unit of the record's currency. */
const money: FieldView<IntegerField> = {
  columnWidth: 120,
  ...amount,
  text: (field, record) => {
    const value = numberOf(field, record)
    return value === null ? plainText(field, record) : formatMoney(value, currencyOf(record))
  },
}

/** A percentage. */
const percent: FieldView<PercentField> = {
  columnWidth: 104,
  ...boxViews(PercentBox),
  number: numberOf,
  text: (field, record) => {
    const value = numberOf(field, record)
    return value === null ? '' : formatPercent(value)
  },
}

/** How many other records belong to this one. */
const count: FieldView<CountField> = { ...number, text: (field, record) => numberOf(field, record)?.toLocaleString('zh-TW') ?? '' }

/** The views of numbers. */
export const numbers = { integer, money, percent, count }

/** Returns the value where it is a number. */
export function numberOf({ name }: Field, record: RecordValues): number | null {
  const value = record[name]
  return typeof value === 'number' ? value : null
}

// The currency determines the number of decimals.
function AmountBox(props: InputSettings) {
  return <NumberBox {...props} currency={useCurrency()} />
}

// The percent sign follows the value.
function PercentBox(props: InputSettings) {
  return <TypedBox {...props} parse={parsePercent} inputMode="decimal" align="right" end={() => '%'} />
}

/** Input of a whole number, or of an amount of a currency, which has thousands separators while it is not edited. A text that is not a number is kept, so that the validation message can quote it. */
function NumberBox({ currency, ...props }: InputSettings & { currency?: string }) {
  const { value, change, blur, fieldProps, inputProps } = useInput(props)
  const [typed, setTyped] = useState<string | null>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const isTyping = typed !== null
  // On focus the separators are removed, which clears the selection of the whole number. It is selected again, so that typing replaces it; a click places the cursor afterwards.
  useLayoutEffect(() => {
    if (isTyping) inputRef.current?.select()
  }, [isTyping])
  return (
    <TextField
      {...fieldProps}
      value={typed ?? numberText(value, currency)}
      onFocus={(event) => {
        if (event.target instanceof HTMLInputElement) inputRef.current = event.target
        setTyped(numberText(value, currency).replaceAll(',', ''))
      }}
      onChange={(event) => {
        setTyped(event.target.value)
        change(parseNumber(event.target.value, currency))
      }}
      onBlur={() => {
        setTyped(null)
        blur()
      }}
      autoComplete="off"
      slotProps={{
        htmlInput: { ...inputProps, inputMode: currency && exponentOf(currency) > 0 ? 'decimal' : 'numeric', style: { textAlign: 'right' } },
        inputLabel: { shrink: true },
      }}
    />
  )
}

const numberText = (value: unknown, currency: string | undefined): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'number' && currency ? formatMoney(value, currency) : String(value)
}

const parseNumber = (typed: string, currency: string | undefined): number | string | null => {
  const text = foldFullWidth(typed).replaceAll(',', '').trim()
  if (text === '') return null
  if (currency) return parseMoney(text, currency) ?? typed
  return /^-?\d{1,15}$/.test(text) ? Number(text) : typed
}
