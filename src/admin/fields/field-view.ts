import { type ComponentType, createContext, useContext } from 'react'
import type { RecordValues } from '../../schema/language/language'
import type { Filter } from '../../schema/language/resource'
import type { Field, FieldType } from '../../schema/language/types'

/** What the admin area knows about one type of field: how it is entered, queried, shown and exported. */
export interface FieldView<F extends Field> {
  /** In forms. */
  readonly Input: ComponentType<InputProps<F>>
  /** In rows, where the input of forms takes too much room. */
  readonly CellInput?: ComponentType<InputProps<F>>
  /** In the query form of a list. */
  readonly Filter: ComponentType<FilterProps<F>>
  /** The value in words, for cells, details and exports. */
  text(field: F, record: RecordValues): string
  /** The value as a number where spreadsheets should calculate with it. */
  number?(field: F, record: RecordValues): number | null
  /** In list rows and cards, where the words alone are not enough. */
  readonly Cell?: ComponentType<DisplayProps<F>>
  /** On the detail page, where the cell is not enough. */
  readonly Detail?: ComponentType<DisplayProps<F>>
  /** Least width of its column in rows, in pixels; 160 when absent. */
  readonly columnWidth?: number
  /** Takes the whole width of a form. */
  readonly wide?: boolean
}

export interface InputProps<F extends Field> {
  readonly field: F
  /** Path in the form's values, or the column of a row. */
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

/** The fields that can have a type. */
export type FieldOf<T extends FieldType> = Field extends infer F ? (F extends { readonly type: infer U } ? (T extends U ? F & Field : never) : never) : never

/** Returns the plain text of a value that needs no translation. */
export const plainText = (field: Field, record: RecordValues): string => String(record[field.name] ?? '')

/** The views of all types of field, for the one type that is made of the others: rows. */
export interface FieldViews {
  readonly viewOf: <F extends Field>(field: F) => FieldView<F>
  readonly alignOf: (field: Field) => 'right' | 'left'
}

export const FieldViewsContext = createContext<FieldViews | null>(null)

/** Returns the views of the columns of a list of rows. */
export const useFieldViews = (): FieldViews => {
  const views = useContext(FieldViewsContext)
  if (!views) throw new Error('useFieldViews works inside a list of rows only.')
  return views
}
