import { createContext, useContext } from 'react'
import type { Field } from '../../schema/types'
import type { FieldView } from './field-view'

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
