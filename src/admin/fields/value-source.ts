import { createContext, useContext } from 'react'
import type { Field } from '../../schema/language/types'
import { currencyField, currencyOf } from '../../schema/text/value-text'

/** The settings that all inputs have. */
export interface InputSettings {
  /** Path in the form's values, or the column of a list field. */
  readonly source: string
  readonly label: string
  readonly help?: string | undefined
  readonly required?: boolean | undefined
  readonly disabled?: boolean | undefined
}

/** Binds an input to its value. An error replaces the help. In a table the column's heading is the label, and there is no space for help. */
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
    /** Props of the native input element. */
    inputProps: { 'aria-labelledby': labelledBy },
  }
}

/** A value that an input shows and changes. */
export interface BoundValue {
  readonly value: unknown
  readonly change: (value: unknown) => void
  readonly blur: () => void
  /** The error of the value. */
  readonly message: string | undefined
  readonly ref: (input: HTMLElement | null) => void
  /** Names a field, or a list field and one of its columns. */
  readonly place: readonly string[]
  /** Ids of the headings that name the input; absent where it has its own label. */
  readonly labelledBy?: string
}

/** Where inputs have their values: in a form, in an item of a list field, or in a query. Inputs do not depend on which. */
export interface ValueSource {
  useBoundValue(source: string, disabled: boolean): BoundValue
  /** Returns the values of these names; in an item, its columns come before the fields of the record. */
  useValues(names: readonly string[]): readonly unknown[]
}

export const ValueSourceContext = createContext<ValueSource | null>(null)

/** Returns the source of the form, item or query around the caller. */
const useValueSource = (): ValueSource => {
  const source = useContext(ValueSourceContext)
  if (!source) throw new Error('Inputs work inside a form, an item of a list field or a query only.')
  return source
}

/** Returns values of the form, item or query around the caller. */
export const useValues = (names: readonly string[]): readonly unknown[] => useValueSource().useValues(names)

/** Returns the currency of the amounts around the caller. */
export const useCurrency = (): string => currencyOf({ [currencyField]: useValues([currencyField])[0] })

/** The fields of the form around the caller, for values computed from several of them. */
export const FormFields = createContext<readonly Field[]>([])

export const useFormFields = (): readonly Field[] => useContext(FormFields)
