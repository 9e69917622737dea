import type { ReferenceField } from '../../schema/field-types/references'
import type { FieldView } from './field-view'
import { referenceText } from './labels'
import { ReferenceLink } from './reference-link'

/** A record of another resource. */
const reference: FieldView<ReferenceField> = { text: referenceText, Cell: ReferenceLink }

/** Several records of another resource. */
const referenceList: FieldView<ReferenceField> = { ...reference, wide: true }

/** The views of references. */
export const references = { reference, referenceList }
