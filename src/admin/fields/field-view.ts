import { type ComponentType, createContext, useContext } from 'react'
import type { RecordValues } from '../../schema/language/language'
import type { Field } from '../../schema/language/types'

/** How the admin area shows values of one field type: in lists, on detail pages and in exports. */
export interface FieldView<F extends Field> {
  /** Returns the value as text, for cells, details and exports. */
  text(field: F, record: RecordValues): string
  /** Renders the value in rows and cards of list pages; absent = the text. */
  readonly Cell?: ComponentType<FieldDisplayProps<F>>
  /** Renders the value on the detail page; absent = `Cell` or the text. */
  readonly Detail?: ComponentType<FieldDisplayProps<F>>
  /** Whether the field takes the whole width of forms and detail pages. */
  readonly wide?: boolean
}

/** Props of a component that renders the value of a field. */
export interface FieldDisplayProps<F extends Field> {
  readonly field: F
  readonly record: RecordValues
}

/** Returns the stored value of a field as its text. */
export const plainText = (field: Field, record: RecordValues): string => String(record[field.name] ?? '')

/** Returns the value of a field with several values as a list; an empty list if the field is empty. */
export const valueList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/**
 * The functions that return the view and the alignment of a field.
 * List fields need them for their item fields and get them from a context, because importing the registry would create
 * an import cycle.
 */
export interface FieldViews {
  readonly fieldViewOf: <F extends Field>(field: F) => FieldView<F>
  readonly alignOf: (field: Field) => 'right' | 'left'
}

export const FieldViewsContext = createContext<FieldViews | null>(null)

/** Returns the functions for the item fields of a list field; throws an error outside of a list field. */
export const useFieldViews = (): FieldViews => {
  const views = useContext(FieldViewsContext)
  if (!views) throw new Error('useFieldViews works only inside a list field.')
  return views
}
