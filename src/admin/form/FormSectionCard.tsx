import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useWatch } from 'react-hook-form'
import { isInForm } from '../../schema/complete-form'
import { holds } from '../../schema/condition'
import { decidingFields, hiddenFields, isRequiredNow, seenRow } from '../../schema/hidden'
import type { Field, FormSection, Resource, Row } from '../../schema/types'
import { isFixed } from '../data-provider/writable'
import { viewOf } from '../fields/registry'
import { useAround } from '../parts/around'
import { FixedBox } from '../parts/FixedBox'

interface FormSectionProps {
  readonly resource: Resource
  readonly section: FormSection
  readonly mode: 'create' | 'update'
  readonly record: Row | undefined
}

/** One section of a form; it goes when its last field is hidden. */
export const FormSectionCard = ({ resource, section, mode, record }: FormSectionProps) => {
  const fields = section.fields.flatMap((name) =>
    resource.fields.filter((field) => field.name === name && isInForm(field) && !(mode === 'create' && field.withheld)),
  )
  const shown = useShownFields(resource, fields)
  if (shown.length === 0) return null
  return (
    <Card component="section" aria-label={section.title} sx={{ p: { xs: 2, md: 3 } }}>
      <Typography component="h2" sx={{ fontSize: '1.0625rem', fontWeight: 600, mb: 2 }}>
        {section.title}
      </Typography>
      <Box sx={{ display: 'grid', columnGap: 3, rowGap: 2.5, gridTemplateColumns: { xs: '1fr', md: 'repeat(2, minmax(0, 1fr))' }, alignItems: 'start' }}>
        {shown.map((field) => (
          <Box key={field.name} sx={viewOf(field).wide ? { gridColumn: '1 / -1' } : undefined}>
            <FormField resource={resource} field={field} mode={mode} record={record} />
          </Box>
        ))}
      </Box>
    </Card>
  )
}

const FormField = ({ resource, field, mode, record }: Omit<FormSectionProps, 'section'> & { field: Field }) => {
  const row = useConditionRow(resource, [field])
  const around = useAround()
  const { Input, text } = viewOf(field)
  if (mode === 'update' && isFixed(field, resource)) return <FixedBox label={field.label} text={text(field, record ?? {})} />
  const required = isRequiredNow(field, row, around)
  // As the server sees it: the record before the change decides what is locked.
  const disabled = field.readOnlyWhen !== undefined && holds(field.readOnlyWhen, record ?? row, around)
  return <Input field={field} source={field.name} required={required} disabled={disabled} />
}

const useShownFields = (resource: Resource, fields: readonly Field[]): readonly Field[] => {
  const hidden = hiddenFields(resource.fields, useConditionRow(resource, fields), useAround())
  return fields.filter((field) => !hidden.includes(field))
}

/** The values that decide over these fields, as far as the form does not hide them. */
const useConditionRow = ({ fields: all }: Resource, fields: readonly Field[]): Row => {
  const conditions = fields.flatMap(({ shownWhen, requiredWhen, readOnlyWhen }) => [shownWhen, requiredWhen, readOnlyWhen].filter((one) => one !== undefined))
  const names = decidingFields(all, conditions)
  const values: readonly unknown[] = useWatch({ name: [...names] })
  return seenRow(all, Object.fromEntries(names.map((name, index) => [name, values[index]])), useAround())
}
