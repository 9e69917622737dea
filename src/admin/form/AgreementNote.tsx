import { Box, Typography } from '@mui/material'
import { useRecordContext } from 'react-admin'
import { tenantFields } from '../../domain/access/roles'
import { isReference } from '../../schema/field-types'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import type { Field, ReferenceField } from '../../schema/language/types'
import { useReferenceOptions } from '../fields/inputs/reference-options'
import { labelOfCode } from '../fields/labels'
import { useValues } from '../fields/value-scope'
import { useSingleAgreement } from '../hooks/working-agreement'

const { agreement } = tenantFields

/** Returns whether a field is the reference to the agreement of a record. */
export const isAgreementReference = (field: Field): field is ReferenceField =>
  field.name === agreement && field.type === 'reference' && isReference(field)

/**
 * Returns whether the enclosing form need not ask for the agreement, because the user has only one and the form has it.
 */
export const useIsAgreementKnown = (): boolean => {
  const code = useSingleAgreement()
  const value = useValues([agreement])[agreement]
  return code !== null && value === code
}

/** Renders the agreement of a form that does not ask for it, as a line of text; renders nothing in other forms. */
export const AgreementNote = ({ resource }: { resource: Resource }) => {
  const code = useSingleAgreement()
  const isKnown = useIsAgreementKnown()
  const field = resource.fields.find(isAgreementReference)
  const isInForm = resource.form.some(({ fields }) => fields.includes(agreement))
  return code !== null && isKnown && field && isInForm ? <AgreementText field={field} code={code} /> : null
}

const AgreementText = ({ field, code }: { field: ReferenceField; code: string }) => {
  const record: RecordValues | undefined = useRecordContext()
  const label = labelOfCode(record ?? {}, [field.name], code)
  const { options } = useReferenceOptions({
    field,
    typed: code,
    keyword: code,
    sharedValues: {},
    offers: {},
    enabled: label === undefined,
  })
  const text = label ?? options.find(({ Value }) => Value === code)?.Text ?? code
  return (
    <Typography variant="body2" color="textSecondary">
      {field.label}：
      <Box component="span" sx={{ color: 'text.primary' }}>
        {text}
      </Box>
    </Typography>
  )
}
