import { type ComponentType, createContext, useContext } from 'react'
import type { RecordValues } from '../../schema/language/language'
import type { Filter } from '../../schema/language/resource'
import type { Field, FieldType } from '../../schema/language/types'

/** How the admin area enters, queries, shows and exports one type of field. */
export interface FieldView<F extends Field> {
  /** In forms. */
  readonly Input: ComponentType<InputProps<F>>
  /** In the table of a list field, where the input of forms takes too much space. */
  readonly CellInput?: ComponentType<InputProps<F>>
  /** In the query form of a list. */
  readonly Filter: ComponentType<FilterProps<F>>
  /** Returns the value as text, for cells, details and exports. */
  text(field: F, record: RecordValues): string
  /** Returns the value as a number, for types that spreadsheets calculate with. */
  number?(field: F, record: RecordValues): number | null
  /** In list rows and cards, where text alone is not enough. */
  readonly Cell?: ComponentType<DisplayProps<F>>
  /** On the detail page, where the cell is not enough. */
  readonly Detail?: ComponentType<DisplayProps<F>>
  /** Minimum width of its column in the table of a list field, in pixels; 160 when absent. */
  readonly columnWidth?: number
  /** Takes the whole width of a form. */
  readonly wide?: boolean
}

export interface InputProps<F extends Field> {
  readonly field: F
  /** Path in the form's values, or the column of a list field. */
  readonly source: string
  readonly required: boolean
  readonly disabled?: boolean
}

export interface FilterProps<F extends Field> {
  readonly field: F
  readonly match: Filter['match']
}

export interface DisplayProps<F extends Field> {
  readonly field: F
  readonly record: RecordValues
}

/** The fields of a type. */
export type FieldOf<T extends FieldType> = Field extends infer F ? (F extends { readonly type: infer U } ? (T extends U ? F & Field : never) : never) : never

/** Returns the text of a value that is shown as it is stored. */
export const plainText = (field: Field, record: RecordValues): string => String(record[field.name] ?? '')

/** Returns the value of a field that holds several; an empty list if it has none. */
export const valueList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Renders nothing, where a type of field has no input or filter. */
export const NoInput = () => null

/** Functions that return the view and the alignment of a field. List fields need them for their columns; importing the registry would be a cycle. */
export interface FieldViews {
  readonly viewOf: <F extends Field>(field: F) => FieldView<F>
  readonly alignOf: (field: Field) => 'right' | 'left'
}

export const FieldViewsContext = createContext<FieldViews | null>(null)

/** Returns the views of the columns of a list field. */
export const useFieldViews = (): FieldViews => {
  const views = useContext(FieldViewsContext)
  if (!views) throw new Error('useFieldViews works inside a list field only.')
  return views
}
