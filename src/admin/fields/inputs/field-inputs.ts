import { type ComponentType, createContext, useContext } from 'react'
import type { ListFilter } from '../../../schema/language/resource'
import type { Field } from '../../../schema/language/types'

/** The inputs of one field type in forms, dialogs and queries. */
export interface FieldInputs<F extends Field> {
  /** The input in forms. */
  readonly Input: ComponentType<FieldInputProps<F>>
  /** The input in the table of a list field, for types whose `Input` needs too much space there; absent = `Input`. */
  readonly CompactInput?: ComponentType<FieldInputProps<F>>
  /** The input for the condition in the query form of a list. */
  readonly Filter: ComponentType<FieldFilterProps<F>>
  /** Minimum width of the field's column in the table of a list field, in pixels; absent = 160. */
  readonly columnWidth?: number
}

/** Props of an input in a form or in the table of a list field. */
export interface FieldInputProps<F extends Field> {
  readonly field: F
  /** Path in the form's values; in the table of a list field, the name of the item field. */
  readonly source: string
  readonly required: boolean
  readonly disabled?: boolean
}

/** Props of an input in the query form of a list. */
export interface FieldFilterProps<F extends Field> {
  readonly field: F
  readonly match: ListFilter['match']
}

/** Renders nothing, for field types without an input or a filter. */
export const NoInput = () => null

/** Returns the inputs of a field. */
export type FieldInputsOf = <F extends Field>(field: F) => FieldInputs<F>

/**
 * The function that returns the inputs of an item field.
 * List fields get it from this context, because importing the registry would create an import cycle.
 */
export const FieldInputsContext = createContext<FieldInputsOf | null>(null)

/** Returns the function for the item fields of a list field; throws an error outside of a list field. */
export const useFieldInputs = (): FieldInputsOf => {
  const fieldInputsOf = useContext(FieldInputsContext)
  if (!fieldInputsOf) throw new Error('useFieldInputs works only inside a list field.')
  return fieldInputsOf
}
