import { TextField } from '@mui/material'
import { facetsOf } from '../../schema/field-types'
import type { ComputedField } from '../../schema/language/language'
import { computedValues, sourceFields } from '../../schema/rules/computed'
import { hiddenFields } from '../../schema/rules/conditional'
import { valueText } from '../../schema/text/value-text'
import { useConditionContext } from '../hooks/condition-context'
import type { FieldView, FilterProps, InputProps } from './field-view'
import { amount, number, numberOf } from './numbers'
import { TextFilter } from './texts'
import { day } from './times'
import { useFormFields, useValues } from './value-source'

/** A computed value, shown by its kind: number, date or text. */
export const computed: FieldView<ComputedField> = {
  columnWidth: 96,
  Input,
  Filter,
  text: valueText,
  number: numberOf,
}

/** Shows the value that is computed from the values of the form. */
function Input({ field }: InputProps<ComputedField>) {
  const fields = useFormFields()
  const record = useValues(sourceFields(fields, field))
  const context = useConditionContext()
  const computedNow = computedValues(fields, record, hiddenFields(fields, record, context), context)
  return <ReadOnlyBox label={field.label} text={computed.text(field, { ...record, ...computedNow })} />
}

function Filter(props: FilterProps<ComputedField>) {
  const { number: numberFacet, compares } = facetsOf(props.field)
  const View = numberFacet ? (numberFacet.amount ? amount : number).Filter : compares === 'date' ? day.Filter : TextFilter
  return <View {...props} />
}

/** A value of a form that the user can read and copy but not change. */
export const ReadOnlyBox = ({ label, text }: { label: string; text: string }) => (
  <TextField
    label={label}
    value={text === '' ? '－' : text}
    slotProps={{ input: { readOnly: true }, inputLabel: { shrink: true } }}
    sx={{ '& .MuiOutlinedInput-root': { bgcolor: 'var(--sunken)' }, '& .MuiOutlinedInput-notchedOutline': { borderColor: 'divider' } }}
  />
)
