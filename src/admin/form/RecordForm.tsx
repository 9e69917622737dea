import { Box, Button, Stack } from '@mui/material'
import { type ComponentType, Fragment, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSaveContext } from 'react-admin'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { newRequestId } from '../../browser/http/request-id'
import { requestId } from '../../contract/request-id'
import { formViewFor } from '../../schema/access/form-view'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { mustChange } from '../../schema/rules/messages'
import { FormSectionCard } from './FormSectionCard'
import { existingRecordValues, formResolver, newRecordValues } from './form-values'
import { SchemaForm, ServerMessage, SubmitButton } from './SchemaForm'
import { useLeaveGuard } from './unsaved'
import { useDraft } from './use-draft'

interface RecordFormProps {
  readonly resource: Resource
  readonly mode: 'create' | 'update'
  /** The record to change. */
  readonly record?: RecordValues
  /** Values of a new record, in addition to the defaults of its schema. */
  readonly initialValues?: RecordValues | undefined
  /** Fields whose initial value the user should change. Their inputs show a message until the value changes. */
  readonly fieldsToChange?: readonly string[]
  readonly cancelTo: string
  readonly saveText?: string
  /** Buttons beside the save button. */
  readonly actions?: ReactNode
  /** Fields that the sections omit, because `children` contain them. */
  readonly omit?: readonly string[]
  /** Content below a section, by the title of the section. */
  readonly below?: Readonly<Record<string, ComponentType>> | undefined
  /** Content above the sections, within the form. */
  readonly children?: ReactNode
}

/**
 * Renders the form of a record, with the sections of its schema.
 * It asks the user before unsaved input is discarded.
 */
export const RecordForm = ({
  resource,
  mode,
  record,
  initialValues,
  fieldsToChange = noFields,
  cancelTo,
  saveText = '儲存',
  actions,
  ...parts
}: RecordFormProps) => {
  const form = useRecordForm(resource, mode, { record, initialValues })
  useFieldsToChange(form, resource, fieldsToChange)
  const { saving = false } = useSaveContext()
  useLeaveGuard(form.formState.isDirty)
  useDraft(form, { title: `${mode === 'create' ? '新增' : '修改'}－${resource.label}`, resource, record })
  return (
    <RecordFields
      resource={resource}
      mode={mode}
      record={record}
      form={form}
      buttons={<SaveBar saving={saving} cancelTo={cancelTo} text={saveText} actions={actions} />}
      {...parts}
    />
  )
}

type RecordFieldsProps = Pick<RecordFormProps, 'resource' | 'mode' | 'omit' | 'below' | 'children'> & {
  record?: RecordValues | undefined
  form: UseFormReturn
  buttons: ReactNode
}

/**
 * Renders a form with its sections, for a state of `useRecordForm`.
 * On submit, the form calls the `save` function of react-admin's context.
 */
export const RecordFields = ({
  resource,
  mode,
  record,
  form,
  buttons,
  omit = [],
  below = {},
  children,
}: RecordFieldsProps) => {
  const { save } = useSaveContext()
  const view = useMemo(() => formViewFor(resource, mode), [resource, mode])
  return (
    <SchemaForm resource={resource} form={form} send={async (values) => save?.(values)} aria-label={resource.label}>
      <Stack spacing={2}>
        <ServerMessage form={form} />
        {children}
        {view.sections.map(({ title, fields }) => {
          const Below = below[title]
          return (
            <Fragment key={title}>
              <FormSectionCard
                view={view}
                section={{ title, fields: fields.filter(({ field }) => !omit.includes(field.name)) }}
                record={record}
              />
              {Below && <Below />}
            </Fragment>
          )
        })}
      </Stack>
      {buttons}
    </SchemaForm>
  )
}

/** Returns the state of a record's form. */
export const useRecordForm = (
  resource: Resource,
  mode: RecordFormProps['mode'],
  {
    record,
    initialValues = noValues,
  }: { readonly record?: RecordValues | undefined; readonly initialValues?: RecordValues | undefined },
): UseFormReturn => {
  // The RequestId is a value of the form, so that a draft keeps it.
  // It stays the same until the record is created, whatever the user changes.
  const [creationId] = useState(newRequestId)
  const values = useMemo(
    () =>
      record
        ? existingRecordValues(resource, record)
        : { ...newRecordValues(resource), ...initialValues, [requestId]: creationId },
    [resource, record, initialValues, creationId],
  )
  const resolver = useMemo(() => formResolver(resource, mode, record), [resource, mode, record])
  // `values` resets the form when the record is read again.
  return useForm({ defaultValues: values, values, resolver, mode: 'onTouched' })
}

const noValues = {}
const noFields: readonly string[] = []

/** Shows a message at the inputs whose initial value the user should change. */
const useFieldsToChange = (
  { setError }: UseFormReturn,
  { fields }: Resource,
  fieldsToChange: readonly string[],
): void => {
  useEffect(() => {
    for (const { name, label } of fields.filter((field) => fieldsToChange.includes(field.name)))
      setError(name, { type: 'toChange', message: mustChange(label) })
  }, [setError, fields, fieldsToChange])
}

const SaveBar = ({
  saving,
  cancelTo,
  text,
  actions,
}: {
  saving: boolean
  cancelTo: string
  text: string
  actions: ReactNode
}) => (
  <Box sx={saveBar}>
    <Button variant="outlined" component={Link} to={cancelTo}>
      取消
    </Button>
    {actions}
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
