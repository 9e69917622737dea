import { createContext, useContext } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useShownInput } from '../form/shown-inputs'

/** A value that an input shows and changes. */
export interface Held {
  readonly value: unknown
  readonly change: (value: unknown) => void
  readonly blur: () => void
  /** What is wrong with it. */
  readonly message: string | undefined
  readonly ref: (input: HTMLElement | null) => void
  /** The value's place in the record: a field, or a list of rows and a column of it. */
  readonly place: readonly string[]
  /** Ids of the headings that name the input; absent where it has a label of its own. */
  readonly namedBy?: string
}

/** Where inputs have their values: a form, or one row of a list in it. Inputs do not know which. */
export interface ValueSource {
  useHeld(source: string, disabled: boolean): Held
  /** Values of those names, a row's own before the record's. */
  useValues(names: readonly string[]): readonly unknown[]
}

/** Inputs of a form have their values in the form. */
export const ofForm: ValueSource = {
  useHeld: (source, disabled) => {
    const { field, fieldState } = useController({ name: source })
    useShownInput(source, disabled)
    return {
      value: field.value as unknown,
      change: field.onChange,
      blur: field.onBlur,
      message: fieldState.error?.message ?? fieldState.error?.root?.message,
      ref: field.ref,
      place: [source],
    }
  },
  useValues: (names) => useWatch({ name: [...names] }),
}

export const ValueSourceContext = createContext(ofForm)

/** Values of the form or row that the caller stands in. */
export const useValues = (names: readonly string[]): readonly unknown[] => useContext(ValueSourceContext).useValues(names)
