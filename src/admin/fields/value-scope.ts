import { createContext, useContext } from 'react'
import type { Field, RecordValues } from '../../schema/language/types'
import { currencyField, currencyOf } from '../../schema/text/value-text'

/** The props of every input that is bound to a value. */
export interface BoundInputProps {
  /** Path in the form's values; in the table of a list field, the name of the item field. */
  readonly source: string
  readonly label: string
  readonly help?: string | undefined
  readonly required?: boolean | undefined
  readonly disabled?: boolean | undefined
}

/**
 * Returns the value of an input and its props.
 * An error replaces the help.
 * In a table, the heading of the column is the label, and there is no space for help.
 */
export const useBoundInput = ({ source, label, help, required, disabled }: BoundInputProps) => {
  const { value, change, blur, message, ref, fieldPath, labelledBy } = useValueScope().useBoundValue(
    source,
    Boolean(disabled),
  )
  return {
    value,
    change,
    blur,
    message,
    fieldPath,
    isInTable: labelledBy !== undefined,
    /** Props of an MUI text field. */
    fieldProps: {
      name: source,
      label: labelledBy ? undefined : label,
      required: Boolean(required),
      disabled: Boolean(disabled),
      error: message !== undefined,
      helperText: message ?? (labelledBy ? undefined : help),
      // With this ref, the form focuses the input when it shows an error.
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
  /** Name of the field; for an item field, the names of the list field and the item field. */
  readonly fieldPath: readonly string[]
  /** Ids of the headings that name the input; absent if the input has a label. */
  readonly labelledBy?: string
}

/**
 * The source of the values of inputs: the enclosing form, list item or query.
 * The `source` of an input is the path of its value in the scope.
 */
export interface ValueScope {
  useBoundValue(source: string, disabled: boolean): BoundValue
  /**
   * Returns the values of these names.
   * In an item, the fields of the item take precedence over fields of the record with the same name.
   */
  useValues(names: readonly string[]): readonly unknown[]
  /** Returns the function that sets the value of a field as if the user had entered it. */
  useSetValue(): (name: string, value: unknown) => void
}

export const ValueScopeContext = createContext<ValueScope | null>(null)

/** Returns the enclosing scope; throws an error if there is none. */
const useValueScope = (): ValueScope => {
  const valueScope = useContext(ValueScopeContext)
  if (!valueScope) throw new Error('Inputs work only inside a form, an item of a list field or a query.')
  return valueScope
}

/** Returns values by name, from the enclosing form, list item or query. */
export const useValues = (names: readonly string[]): RecordValues => {
  const values = useValueScope().useValues(names)
  return Object.fromEntries(names.map((name, index) => [name, values[index]]))
}

/** Returns the function that sets a value of the enclosing form, list item or query as if the user had entered it. */
export const useSetValue = (): ((name: string, value: unknown) => void) => useValueScope().useSetValue()

/** Returns the currency of the amounts in the enclosing form, list item or query. */
export const useCurrency = (): string => currencyOf(useValues([currencyField]))

/** The fields of the enclosing form, or the item fields of the enclosing list item. */
export const FormFieldsContext = createContext<readonly Field[]>([])

/** Returns the fields of the enclosing form, or the item fields of the enclosing list item. */
export const useFormFields = (): readonly Field[] => useContext(FormFieldsContext)
