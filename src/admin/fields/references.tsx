import type { ReferenceField } from '../../schema/types'
import { ReferenceBox } from '../parts/ReferenceBox'
import type { FieldView } from './field-view'
import { referenceText } from './labels'

/** A record of another resource. */
const reference: FieldView<ReferenceField> = {
  rowWidth: 200,
  Input: ReferenceBox,
  Filter: ({ field, match }) => <ReferenceBox field={field} source={field.name} multiple={match === 'in'} query />,
  text: referenceText,
}

/** Several records of another resource. */
const referenceList: FieldView<ReferenceField> = {
  rowWidth: 240,
  Input: (props) => <ReferenceBox {...props} multiple />,
  Filter: ({ field }) => <ReferenceBox field={field} source={field.name} multiple query />,
  text: referenceText,
  wide: true,
}

/** The views of references. */
export const references = { reference, referenceList }
