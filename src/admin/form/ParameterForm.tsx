import { Box, Button } from '@mui/material'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { formViewFor } from '../../schema/access/form-view'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { validateRecord } from '../../schema/rules/validate'
import { asHttpError, formErrorsOf } from '../data-provider/errors'
import { writableValues } from '../data-provider/write'
import { conditionContextNow } from '../hooks/condition-context'
import { useTask } from '../hooks/use-task'
import { AgreementNote } from './AgreementNote'
import { FormSectionCard } from './FormSectionCard'
import { newRecordValues, resolverResult } from './form-values'
import { SchemaForm, ServerMessage, SubmitButton } from './SchemaForm'

interface ParameterFormProps {
  readonly resource: Resource
  readonly label: string
  readonly submitText: string
  /** Runs with the valid parameters; the server's refusals of parameters are shown at their inputs. */
  readonly onSubmit: (parameters: RecordValues) => Promise<void>
}

/** Renders the form for the parameters of a hand-written page, which are the fields of its schema. */
export const ParameterForm = ({ resource, label, submitText, onSubmit }: ParameterFormProps) => {
  const [defaults] = useState(() => newRecordValues(resource))
  const view = useMemo(() => formViewFor(resource, 'create'), [resource])
  const { busy, run } = useTask()
  const form = useForm({
    defaultValues: defaults,
    resolver: (values) =>
      resolverResult(values, validateRecord(resource, values, { mode: 'create', ...conditionContextNow() }).errors),
    mode: 'onTouched',
  })
  const send = async (values: RecordValues) => {
    let errors: unknown
    await run(async () => {
      try {
        await onSubmit(writableValues(resource, values, 'create', conditionContextNow()))
      } catch (error) {
        errors = formErrorsOf(asHttpError(resource, error))
        if (!errors) throw error
      }
    })
    return errors
  }
  return (
    <SchemaForm resource={resource} form={form} send={send} aria-label={label} sx={{ displayPrint: 'none' }}>
      <ServerMessage form={form} />
      <AgreementNote resource={resource} />
      {view.sections.map((section) => (
        <FormSectionCard key={section.title} view={view} section={section} />
      ))}
      <Box sx={buttonBar}>
        <Button variant="outlined" onClick={() => form.reset(defaults)}>
          清除
        </Button>
        <SubmitButton loading={busy}>{submitText}</SubmitButton>
      </Box>
    </SchemaForm>
  )
}

const buttonBar = {
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 1,
  mt: 2,
  '& > *': { flex: { xs: 1, sm: 'none' }, minHeight: 40 },
} as const
