import { Alert, Box, Button, Stack } from '@mui/material'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useSaveContext } from 'react-admin'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { formFor } from '../../schema/access/form-view'
import type { Row } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { FormFields } from '../fields/value-source'
import { FormSectionCard } from './FormSectionCard'
import { FormValues, formResolver, newValues, recordValues } from './form-values'
import { SubmitButton } from './SubmitButton'
import { type RefuseCells, ShownInputs, showErrors, submissionErrors } from './server-errors'
import { useLeaveGuard } from './unsaved'
import { useDraft } from './use-draft'

interface RecordFormProps {
  readonly resource: Resource
  readonly mode: 'create' | 'update'
  /** The record to change. */
  readonly record?: Row
  /** What a new record begins with beside the values of its schema. */
  readonly first?: Row | undefined
  readonly cancelTo: string
  readonly saveText?: string
  /** Fields that `children` draw instead of the sections. */
  readonly without?: readonly string[]
  /** Drawn above the sections, within the form. */
  readonly children?: ReactNode
}

/** The form of a record, in the sections of its schema; a page of its own, which nobody leaves by a slip. */
export const RecordForm = ({ resource, mode, record, first, cancelTo, saveText = '儲存', ...parts }: RecordFormProps) => {
  const form = useRecordForm(resource, mode, { record, first })
  const { saving = false } = useSaveContext()
  useLeaveGuard(form.formState.isDirty)
  useDraft(form, { title: `${mode === 'create' ? '新增' : '修改'}－${resource.label}`, resource, record })
  return (
    <RecordFields
      resource={resource}
      mode={mode}
      record={record}
      form={form}
      foot={<SaveBar saving={saving} cancelTo={cancelTo} text={saveText} />}
      {...parts}
    />
  )
}

interface RecordFieldsProps extends Pick<RecordFormProps, 'resource' | 'mode' | 'without' | 'children'> {
  readonly record?: Row | undefined
  readonly form: UseFormReturn
  /** The buttons. */
  readonly foot: ReactNode
}

/** The sections of a form; sends them to the save of react-admin's context and shows what is refused. */
export const RecordFields = ({ resource, mode, record, form, foot, without = [], children }: RecordFieldsProps) => {
  const { save } = useSaveContext()
  const view = useMemo(() => formFor(resource, mode), [resource, mode])
  const [shown] = useState(() => new Map<string, RefuseCells | undefined>())
  const submit = form.handleSubmit(async (values) => showErrors(form, resource, shown, submissionErrors(await save?.(values))))
  return (
    <FormFields value={resource.fields}>
      <FormValues form={form}>
        <ShownInputs value={shown}>
          <Box component="form" noValidate aria-label={resource.label} onSubmit={(event) => void submit(event)}>
            <Stack spacing={2}>
              <ServerMessage form={form} />
              {children}
              {view.sections.map(({ title, fields }) => (
                <FormSectionCard
                  key={title}
                  form={view}
                  section={{ title, fields: fields.filter(({ field }) => !without.includes(field.name)) }}
                  record={record}
                />
              ))}
            </Stack>
            {foot}
          </Box>
        </ShownInputs>
      </FormValues>
    </FormFields>
  )
}

/** The state of a form; `first` are values that a new record begins with beside those of its schema. */
export const useRecordForm = (
  resource: Resource,
  mode: RecordFormProps['mode'],
  { record, first = none }: { readonly record?: Row | undefined; readonly first?: Row | undefined },
): UseFormReturn => {
  const values = useMemo(() => (record ? recordValues(resource, record) : { ...newValues(resource), ...first }), [resource, record, first])
  const resolver = useMemo(() => formResolver(resource, mode, record), [resource, mode, record])
  // `values` starts the form over when the record is read again.
  return useForm({ defaultValues: values, values, resolver, mode: 'onTouched' })
}

const none = {}

const ServerMessage = ({ form }: { form: UseFormReturn }) => {
  const { errors, submitCount } = form.formState
  const message = errors.root?.serverError?.message
  const box = useRef<HTMLDivElement>(null)
  const isAll = Object.keys(errors).length === 1
  // A long form hides it above the window. Where an input is wrong as well, that has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer of the server
  useEffect(() => {
    if (message && isAll) box.current?.focus()
  }, [message, isAll, submitCount])
  return message ? (
    <Alert ref={box} tabIndex={-1} severity="error" sx={{ whiteSpace: 'pre-line', scrollMarginTop: 80 }}>
      {String(message)}
    </Alert>
  ) : null
}

const SaveBar = ({ saving, cancelTo, text }: { saving: boolean; cancelTo: string; text: string }) => (
  <Box sx={saveBar}>
    <Button variant="outlined" component={Link} to={cancelTo}>
      取消
    </Button>
    <SubmitButton loading={saving} sx={{ minWidth: 112 }}>
      {text}
    </SubmitButton>
  </Box>
)

const saveBar = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  mx: { xs: -2, md: -3 },
  mb: { xs: -2, md: -3 },
  mt: 2,
  px: { xs: 2, md: 3 },
  py: 1.5,
  display: 'flex',
  justifyContent: 'flex-end',
  gap: 1,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
}
