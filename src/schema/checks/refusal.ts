import { completeField } from '../complete-field'
import { rulesOf } from '../field-types'
import { fieldShape } from '../field-types/field-shape'
import type { RawObject } from '../shape/shape'
import type { Field } from '../types'
import type { AllSchemas } from './check'
import type { FieldView } from './view'

/** The field with its defaults; undefined where it is wrong itself, which other checks say. */
export const wholeField = ({ name, raw, type }: FieldView, own: RawObject, all?: AllSchemas): Field | undefined =>
  type && fieldShape(type).check(raw, []).length === 0
    ? completeField(name, raw, { raw: (other) => all?.get(other)?.raw ?? {}, own, tenant: 'ApplyCode' })
    : undefined

/** The sentence with which a field refuses a value that stands in a file; undefined where it takes it. */
export const refusalOf = (field: Field, value: unknown, today = '2000-01-01'): string | undefined => {
  const parsed = rulesOf(field.type).parse(value, field, { today, rows: (_, row) => ({ value: row, errors: {} }) })
  return 'error' in parsed ? parsed.error : 'errors' in parsed ? Object.values(parsed.errors)[0] : undefined
}
