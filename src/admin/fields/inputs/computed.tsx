import { TextField } from '@mui/material'
import { facetsOf } from '../../../schema/field-types'
import type { ComputedField } from '../../../schema/language/language'
import { computedValues, sourceFields } from '../../../schema/rules/computed'
import { hiddenFields } from '../../../schema/rules/conditional'
import { valueText } from '../../../schema/text/value-text'
import { useConditionContext } from '../../hooks/condition-context'
import { useFormFields, useValues } from '../value-scope'
import type { FieldFilterProps, FieldInputProps, FieldInputs } from './field-inputs'
import { amountInputs, numberInputs } from './numbers'
import { TextFilter } from './texts'
import { dateInputs } from './times'

/** The inputs of a computed value, which is a number, a date or a text. */
export const computed: FieldInputs<ComputedField> = { columnWidth: 96, Input: ComputedInput, Filter: ComputedFilter }

/** Renders the value that is computed from the values of the form. */
function ComputedInput({ field }: FieldInputProps<ComputedField>) {
  const fields = useFormFields()
  const values = useValues(sourceFields(fields, field))
  const context = useConditionContext()
  const results = computedValues(fields, values, hiddenFields(fields, values, context), context)
  return <ReadOnlyInput label={field.label} text={valueText(field, { ...values, ...results })} />
}

function ComputedFilter(props: FieldFilterProps<ComputedField>) {
  const Filter = filterOf(props.field)
  return <Filter {...props} />
}

const filterOf = (field: ComputedField) => {
  const { numberKind, comparedAs } = facetsOf(field)
  if (numberKind) return numberKind.isAmount ? amountInputs.Filter : numberInputs.Filter
  return comparedAs === 'date' ? dateInputs.Filter : TextFilter
}

/** Renders a value of a form that the user can read and copy but not change. */
export const ReadOnlyInput = ({ label, text }: { label: string; text: string }) => (
  <TextField
    label={label}
    value={text === '' ? '－' : text}
    slotProps={{ input: { readOnly: true }, inputLabel: { shrink: true } }}
    sx={{
      '& .MuiOutlinedInput-root': { bgcolor: 'var(--sunken)' },
      '& .MuiOutlinedInput-notchedOutline': { borderColor: 'divider' },
    }}
  />
)
