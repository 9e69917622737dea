import { TextField } from '@mui/material'
import { useLayoutEffect, useRef, useState } from 'react'
import { readAmount, readWholeNumber } from '../../domain/money/amount-text'
import { exponentOf, formatMoney, formatPercent, parsePercent } from '../../domain/money/money'
import type { IntegerField, PercentField } from '../../schema/field-types/numbers'
import type { CountField, RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'
import { currencyOf } from '../../schema/text/value-text'
import { type FieldView, plainText } from './field-view'
import { inputViews, ParsedInput } from './ParsedInput'
import { type BoundInputProps, useBoundInput, useCurrency } from './value-scope'

/** The inputs and filters of whole numbers and of amounts. Computed fields also use the filters. */
export const numberInputs = inputViews(NumericInput)
export const amountInputs = inputViews(AmountInput)

/** A whole number, shown without thousands separators, because most whole numbers are not amounts. */
const integer: FieldView<IntegerField> = { columnWidth: 88, ...numberInputs, text: plainText }

/** An amount in the smallest unit of the record's currency. */
const money: FieldView<IntegerField> = {
  columnWidth: 120,
  ...amountInputs,
  text: (field, record) => {
    const value = numberOf(field, record)
    return value === null ? plainText(field, record) : formatMoney(value, currencyOf(record))
  },
}

/** A percentage. */
const percent: FieldView<PercentField> = {
  columnWidth: 104,
  ...inputViews(PercentInput),
  text: (field, record) => {
    const value = numberOf(field, record)
    return value === null ? '' : formatPercent(value)
  },
}

/** The number of other records that refer to this one. */
const count: FieldView<CountField> = {
  ...numberInputs,
  text: (field, record) => numberOf(field, record)?.toLocaleString('zh-TW') ?? '',
}

/** The views of numbers. */
export const numbers = { integer, money, percent, count }

/** Returns the value if it is a number, otherwise null. */
function numberOf({ name }: Field, record: RecordValues): number | null {
  const value = record[name]
  return typeof value === 'number' ? value : null
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
