import { computedValues, feedingFields } from '../../schema/computed'
import { facetsOf } from '../../schema/field-types'
import { hiddenFields } from '../../schema/hidden'
import type { ComputedField } from '../../schema/types'
import { valueText } from '../../schema/value-text'
import { useAround } from '../parts/around'
import { FixedBox } from '../parts/FixedBox'
import { useFormFields } from '../parts/form-fields'
import { useValues } from '../parts/value-source'
import type { FieldView, FilterProps, InputProps } from './field-view'
import { amount, number, numberOf } from './numbers'
import { TextFilter } from './text-line'
import { day } from './times'

/** What follows from other values; shown as what it is. */
export const computed: FieldView<ComputedField> = {
  rowWidth: 96,
  Input,
  Filter,
  text: valueText,
  number: numberOf,
}

/** What follows from the values of the form, as it changes. */
function Input({ field }: InputProps<ComputedField>) {
  const fields = useFormFields()
  const names = feedingFields(fields, field)
  const values = useValues(names)
  const row = Object.fromEntries(names.map((name, index) => [name, values[index]]))
  const around = useAround()
  const made = computedValues(fields, row, hiddenFields(fields, row, around), around)
  return <FixedBox label={field.label} text={computed.text(field, { ...row, ...made })} />
}

function Filter(props: FilterProps<ComputedField>) {
  const { number: kind, compares } = facetsOf(props.field)
  const View = kind ? (kind.amount ? amount : number).Filter : compares === 'date' ? day.Filter : TextFilter
  return <View {...props} />
}
