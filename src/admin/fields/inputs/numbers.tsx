import { TextField } from '@mui/material'
import { useLayoutEffect, useRef, useState } from 'react'
import { readAmount, readWholeNumber } from '../../../domain/money/amount-text'
import { exponentOf, formatMoney, parsePercent } from '../../../domain/money/money'
import { type BoundInputProps, useBoundInput, useCurrency } from '../value-scope'
import { inputPair, ParsedInput } from './ParsedInput'

/** The inputs of whole numbers, amounts and dates are also used for the filters of computed fields. */
export const numberInputs = { columnWidth: 88, ...inputPair(NumericInput) }
export const amountInputs = { columnWidth: 120, ...inputPair(AmountInput) }

/** The inputs of numbers. A count, which only the server computes, has a filter alone. */
export const numbers = {
  integer: numberInputs,
  money: amountInputs,
  percent: { columnWidth: 104, ...inputPair(PercentInput) },
  count: inputPair(NumericInput),
}

/** Renders an input of an amount in the currency of the enclosing record, which determines the number of decimals. */
function AmountInput(props: BoundInputProps) {
  return <NumericInput {...props} currency={useCurrency()} />
}

/** Renders an input of a percentage, with a percent sign at the end. */
function PercentInput(props: BoundInputProps) {
  return <ParsedInput {...props} parse={parsePercent} inputMode="decimal" align="right" end={() => '%'} />
}

/**
 * Renders an input of a whole number, or of an amount if there is a `currency`.
 * An amount has thousands separators unless the input has the focus.
 * A text that is not a number becomes the value, so that the validation message can quote it.
 */
function NumericInput({ currency, ...props }: BoundInputProps & { currency?: string }) {
  const { value, change, blur, fieldProps, inputProps } = useBoundInput(props)
  const [typed, setTyped] = useState<string | null>(null)
  const inputRef = useRef<HTMLInputElement>(null)
  const hasFocus = typed !== null
  // On focus the separators are removed, which clears the browser's selection of the text.
  // The text is selected again, so that typing replaces it.
  // A click still places the cursor, because the browser does that later.
  useLayoutEffect(() => {
    if (hasFocus) inputRef.current?.select()
  }, [hasFocus])
  return (
    <TextField
      {...fieldProps}
      value={typed ?? numberText(value, currency)}
      onFocus={(event) => {
        if (event.target instanceof HTMLInputElement) inputRef.current = event.target
        const text = numberText(value, currency)
        // The separators of a text that is not a number stay, because they may be its fault.
        setTyped(typeof value === 'number' ? text.replaceAll(',', '') : text)
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
        htmlInput: {
          ...inputProps,
          inputMode: currency && exponentOf(currency) > 0 ? 'decimal' : 'numeric',
          style: { textAlign: 'right' },
        },
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
  if (typed.trim() === '') return null
  const reading = currency ? readAmount(typed, currency) : readWholeNumber(typed)
  return 'amount' in reading ? reading.amount : typed
}
