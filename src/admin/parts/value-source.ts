import { createContext, useContext } from 'react'
import { currencyField, currencyOf } from '../../schema/currency'

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

/** Where inputs have their values: a form, one row of a list in it, or a query. Inputs do not know which. */
export interface ValueSource {
  useHeld(source: string, disabled: boolean): Held
  /** Values of those names, a row's own before the record's. */
  useValues(names: readonly string[]): readonly unknown[]
}

export const ValueSourceContext = createContext<ValueSource | null>(null)

/** The source of the form, row or query that the caller stands in. */
export const useValueSource = (): ValueSource => {
  const source = useContext(ValueSourceContext)
  if (!source) throw new Error('Inputs stand in a form, a row or a query.')
  return source
}

/** Values of the form, row or query that the caller stands in. */
export const useValues = (names: readonly string[]): readonly unknown[] => useValueSource().useValues(names)

/** The currency of the amounts there; in a query the one that is asked for. */
export const useCurrency = (): string => currencyOf({ [currencyField]: useValues([currencyField])[0] })
