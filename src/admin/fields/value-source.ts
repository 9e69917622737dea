import { createContext, useContext } from 'react'
import type { Field } from '../../schema/language/types'
import { currencyField, currencyOf } from '../../schema/text/value-text'

/** What every input needs to know. */
export interface InputSettings {
  /** Path in the form's values, or the column of a row. */
  readonly source: string
  readonly label: string
  readonly help?: string | undefined
  readonly required?: boolean | undefined
  readonly disabled?: boolean | undefined
}

/** Ties an input to its value; its error takes the place of the help. In a row the column's heading is its label, and there is no room for help. */
export const useInput = ({ source, label, help, required, disabled }: InputSettings) => {
  const { value, change, blur, message, ref, place, labelledBy } = useValueSource().useBoundValue(source, Boolean(disabled))
  return {
    value,
    change,
    blur,
    message,
    place,
    inTable: labelledBy !== undefined,
    /** Props of an MUI text field. */
    fieldProps: {
      name: source,
      label: labelledBy ? undefined : label,
      required: Boolean(required),
      disabled: Boolean(disabled),
      error: message !== undefined,
      helperText: message ?? (labelledBy ? undefined : help),
      inputRef: ref,
    },
    /** Props of the element that people type in. */
    inputProps: { 'aria-labelledby': labelledBy },
  }
}

/** A value that an input shows and changes. */
export interface BoundValue {
  readonly value: unknown
  readonly change: (value: unknown) => void
  readonly blur: () => void
  /** What is wrong with it. */
  readonly message: string | undefined
  readonly ref: (input: HTMLElement | null) => void
  /** The value's place in the record: a field, or a list of rows and a column of it. */
  readonly place: readonly string[]
  /** Ids of the headings that name the input; absent where it has a label of its own. */
  readonly labelledBy?: string
}

/** Where inputs have their values: a form, one row of a list in it, or a query. Inputs do not know which. */
export interface ValueSource {
  useBoundValue(source: string, disabled: boolean): BoundValue
  /** Values of those names, a row's own before the record's. */
  useValues(names: readonly string[]): readonly unknown[]
}

export const ValueSourceContext = createContext<ValueSource | null>(null)

/** Returns the source of the form, row or query that the caller stands in. */
const useValueSource = (): ValueSource => {
  const source = useContext(ValueSourceContext)
  if (!source) throw new Error('Inputs stand in a form, a row or a query.')
  return source
}

/** Returns the values of the form, row or query that the caller stands in. */
export const useValues = (names: readonly string[]): readonly unknown[] => useValueSource().useValues(names)

/** Returns the currency of the amounts there; in a query the one that is asked for. */
export const useCurrency = (): string => currencyOf({ [currencyField]: useValues([currencyField])[0] })

/** The fields of the record that a form holds, for what follows from several of them. */
export const FormFields = createContext<readonly Field[]>([])

export const useFormFields = (): readonly Field[] => useContext(FormFields)
