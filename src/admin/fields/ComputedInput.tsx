import { computedValues, feedingFields } from '../../schema/computed'
import { hiddenFields } from '../../schema/hidden'
import type { Around, ComputedField, Field, Row } from '../../schema/types'
import { useAround } from '../parts/around'
import { FixedBox } from '../parts/FixedBox'
import { useFormFields } from '../parts/form-fields'
import { useValues } from '../parts/value-source'
import type { InputProps } from './field-view'
import { viewOf } from './registry'

/** What follows from the values of the form, as it changes. */
export const ComputedInput = ({ field }: InputProps<ComputedField>) => {
  const fields = useFormFields()
  const names = feedingFields(fields, field)
  const values = useValues(names)
  const row = Object.fromEntries(names.map((name, index) => [name, values[index]]))
  return <FixedBox label={field.label} text={computedText(field, fields, row, useAround())} />
}

/** A computed value in words, for the values that a form or a row of it holds now. */
const computedText = (field: ComputedField, fields: readonly Field[], row: Row, around: Around): string =>
  viewOf<ComputedField>(field).text(field, { ...row, ...computedValues(fields, row, hiddenFields(fields, row, around), around) })
