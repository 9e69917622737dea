import type { ReferenceField } from '../../schema/types'
import { ReferenceBox } from '../parts/ReferenceBox'
import type { FieldView, FilterProps, InputProps } from './field-view'
import { referenceText } from './labels'

/** Several records of another resource. */
export const referenceList: FieldView<ReferenceField> = { Input, Filter, text: referenceText, wide: true }

function Input(props: InputProps<ReferenceField>) {
  return <ReferenceBox {...props} multiple />
}

function Filter({ field }: FilterProps<ReferenceField>) {
  return <ReferenceBox field={field} source={field.name} multiple query />
}
