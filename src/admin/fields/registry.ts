import { type FieldOf, facetsOf } from '../../schema/field-types'
import type { Field, FieldType } from '../../schema/language/types'
import { computed } from './computed'
import type { FieldView } from './field-view'
import { files } from './files'
import { formats } from './formats'
import { listFieldView } from './list-field'
import { numbers } from './numbers'
import { options } from './options'
import { references } from './references'
import { texts } from './texts'
import { times } from './times'

/** The view of each field type; the compiler reports a type without a view. */
type Views = { readonly [T in FieldType]: FieldView<FieldOf<T>> }

/**
 * Returns the view of a field.
 * The cast is necessary, because TypeScript does not infer that the view for the type of a field accepts that field.
 */
export function fieldViewOf<F extends Field>({ type }: F): FieldView<F> {
  return views[type] as unknown as FieldView<F>
}

/** Returns the alignment of a field's column: numbers to the right. */
export const alignOf = (field: Field): 'right' | 'left' => (facetsOf(field).numberKind ? 'right' : 'left')

const views: Views = {
  ...texts,
  ...numbers,
  ...times,
  ...options,
  ...references,
  rows: listFieldView({ fieldViewOf, alignOf }),
  ...formats,
  ...files,
  computed,
}
