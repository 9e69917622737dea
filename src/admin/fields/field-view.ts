import { type ComponentType, createContext, useContext } from 'react'
import type { RecordValues } from '../../schema/language/language'
import type { ListFilter } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'

/** How the admin area enters, queries, shows and exports one type of field. */
export interface FieldView<F extends Field> {
  /** Enters the value in forms. */
  readonly Input: ComponentType<FieldInputProps<F>>
  /** Enters the value in the table of a list field, for types whose `Input` takes too much space there; absent = by `Input`. */
  readonly CompactInput?: ComponentType<FieldInputProps<F>>
  /** Enters the condition in the query form of a list. */
  readonly Filter: ComponentType<FieldFilterProps<F>>
  /** Returns the value as text, for cells, details and exports. */
  text(field: F, record: RecordValues): string
  /** Shows the value in rows and cards of list pages; absent = as text. */
  readonly Cell?: ComponentType<FieldDisplayProps<F>>
  /** Shows the value on the detail page; absent = by `Cell` or as text. */
  readonly Detail?: ComponentType<FieldDisplayProps<F>>
  /** Minimum width of its column in the table of a list field, in pixels; 160 when absent. */
  readonly columnWidth?: number
  /** Whether the field takes the whole width of forms and detail pages. */
  readonly wide?: boolean
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

/** Props of a component that shows the value of a field. */
export interface FieldDisplayProps<F extends Field> {
  readonly field: F
  readonly record: RecordValues
}

/** Returns the text of a value that is shown as it is stored. */
export const plainText = (field: Field, record: RecordValues): string => String(record[field.name] ?? '')

/** Returns the values of a field that holds several; an empty list if it has none. */
export const valueList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Renders nothing, for types of fields without an input or a filter. */
export const NoInput = () => null

/** Functions that return the view and the alignment of a field. List fields need them for the fields of their items; importing the registry would be a cycle. */
export interface FieldViews {
  readonly fieldViewOf: <F extends Field>(field: F) => FieldView<F>
  readonly alignOf: (field: Field) => 'right' | 'left'
}

export const FieldViewsContext = createContext<FieldViews | null>(null)

/** Returns the functions for the item fields of a list field; throws an error outside of one. */
export const useFieldViews = (): FieldViews => {
  const views = useContext(FieldViewsContext)
  if (!views) throw new Error('useFieldViews works only inside a list field.')
  return views
}
