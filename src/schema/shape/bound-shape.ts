import { isObject, type Shape } from './shape'
import { either, object, text } from './shapes'

/** A bound: a fixed value, or `{"field": "…"}` for the value of another field. */
export const bound = (fixed: Shape): Shape =>
  either(
    { when: isObject, shape: object({ field: { shape: text, text: 'The field of the same record that holds the bound.', required: true } }) },
    { when: () => true, shape: fixed },
  )
