import { enums } from '../../domain/enums'
import { isObject } from '../shape/shape'
import type { FieldView } from './view'

/** The codes that a field can have; undefined where it is not one of a few. */
export const optionsOf = (field: FieldView | undefined): readonly string[] | undefined => {
  if (field?.type !== 'enum' && field?.type !== 'enumList') return undefined
  const { enum: name, options } = field.raw
  if (isObject(options)) return Object.keys(options)
  return Object.entries(enums).flatMap(([one, codes]) => (one === name ? Object.keys(codes) : []))
}
