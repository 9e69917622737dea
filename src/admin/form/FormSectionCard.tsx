import { Box } from '@mui/material'
import type { FormField, FormView } from '../../schema/access/form-view'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { conditionHolds } from '../../schema/rules/condition'
import { hiddenFields, isRequiredNow, visibleValues } from '../../schema/rules/conditional'
import { DescriptionItem, SectionCard } from '../components/SectionCard'
import { ReadOnlyInput } from '../fields/inputs/computed'
import { fieldInputsOf } from '../fields/inputs/registry'
import { fieldViewOf } from '../fields/registry'
import { useValues } from '../fields/value-scope'
import { useConditionContext } from '../hooks/condition-context'
import { useScreens } from '../portal'
import { isAgreementReference, useIsAgreementKnown } from './AgreementNote'

interface FormSectionProps {
  readonly view: FormView
  readonly section: FormView['sections'][number]
  readonly record?: RecordValues | undefined
}

/** Renders one section of a form, or nothing if all of its fields are hidden. */
export const FormSectionCard = ({ view, section, record }: FormSectionProps) => {
  const shownFields = useShownFields(view, section.fields)
  if (shownFields.length === 0) return null
  return (
    <SectionCard title={section.title}>
      <Box
        sx={{
          display: 'grid',
          columnGap: 3,
          rowGap: 2.5,
          gridTemplateColumns: { xs: '1fr', md: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        {shownFields.map((formField) => (
          <Box key={formField.field.name} sx={fieldViewOf(formField.field).wide ? { gridColumn: '1 / -1' } : undefined}>
            <FormFieldInput view={view} formField={formField} record={record} />
          </Box>
        ))}
      </Box>
    </SectionCard>
  )
}

const FormFieldInput = ({
  view,
  formField,
  record,
}: Omit<FormSectionProps, 'section'> & { readonly formField: FormField }) => {
  const { field, isFixed } = formField
  const values = useConditionValues(view, [formField])
  const context = useConditionContext()
  const { Inputs } = useScreens(view.resource.name)
  if (isFixed) return <FixedValue field={field} record={record ?? {}} resource={view.resource} />
  const required = isRequiredNow(field, values, context)
  // As on the server, `readOnlyWhen` is checked with the stored record, and with the input only if the record is new.
  const disabled = field.readOnlyWhen !== undefined && conditionHolds(field.readOnlyWhen, record ?? values, context)
  const { Input } = fieldInputsOf(field)
  const OwnInput = Inputs?.[field.name]
  const props = { field, source: field.name, required, disabled }
  if (!OwnInput) return <Input {...props} />
  return (
    <OwnInput {...props} label={field.label} help={field.help}>
      <Input {...props} />
    </OwnInput>
  )
}

/** Renders a value that the form does not change. */
const FixedValue = ({ field, record, resource }: { field: Field; record: RecordValues; resource: Resource }) => {
  const Cell = useScreens(resource.name).Cells?.[field.name]
  const value = fieldViewOf(field).text(field, record)
  if (!Cell) return <ReadOnlyInput label={field.label} text={value} />
  return (
    <Box component="dl" sx={{ m: 0 }}>
      <DescriptionItem name={field.label}>
        <Cell field={field} record={record} value={record[field.name]}>
          {value || '－'}
        </Cell>
      </DescriptionItem>
    </Box>
  )
}

const useShownFields = (view: FormView, fields: readonly FormField[]): readonly FormField[] => {
  const hidden = hiddenFields(view.resource.fields, useConditionValues(view, fields), useConditionContext())
  const isAgreementKnown = useIsAgreementKnown()
  return fields.filter(({ field }) => !hidden.includes(field) && !(isAgreementKnown && isAgreementReference(field)))
}

/** Returns the values that the conditions of these fields depend on, without values of hidden fields. */
const useConditionValues = ({ resource }: FormView, fields: readonly FormField[]): RecordValues => {
  const values = useValues([...new Set(fields.flatMap(({ dependsOn }) => dependsOn))])
  return visibleValues(resource.fields, values, useConditionContext())
}
