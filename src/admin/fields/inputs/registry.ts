import type { FieldOf } from '../../../schema/field-types'
import type { Field, FieldType } from '../../../schema/language/types'
import { computed } from './computed'
import type { FieldInputs } from './field-inputs'
import { files } from './files'
import { formats } from './formats'
import { listFieldInputs } from './list-field'
import { numbers } from './numbers'
import { options } from './options'
import { references } from './references'
import { texts } from './texts'
import { times } from './times'

/** The inputs of each field type; the compiler reports a type without inputs. */
type Inputs = { readonly [T in FieldType]: FieldInputs<FieldOf<T>> }

/**
 * Returns the inputs of a field.
 * Lists and detail pages do not import this module: its libraries are loaded with the first form, query or dialog.
 * The cast is necessary, because TypeScript does not infer that the inputs for the type of a field accept that field.
 */
export function fieldInputsOf<F extends Field>({ type }: F): FieldInputs<F> {
  return inputs[type] as unknown as FieldInputs<F>
}

const inputs: Inputs = {
  ...texts,
  ...numbers,
  ...times,
  ...options,
  ...references,
  rows: listFieldInputs(fieldInputsOf),
  ...formats,
  ...files,
  computed,
}
