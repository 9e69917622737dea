import type { ReferenceField } from '../../schema/types'
import { ReferenceBox } from '../parts/ReferenceBox'
import type { FieldView, FilterProps } from './field-view'
import { referenceText } from './labels'

/** A record of another resource. */
export const reference: FieldView<ReferenceField> = { Input: ReferenceBox, Filter, text: referenceText }

function Filter({ field, match }: FilterProps<ReferenceField>) {
  return <ReferenceBox field={field} source={field.name} multiple={match === 'in'} query />
}
