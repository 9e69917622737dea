import { Box, Button, Stack } from '@mui/material'
import { type ComponentType, Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type RaRecord, type SaveHandlerCallbacks, useSaveContext } from 'react-admin'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { newRequestId } from '../../browser/http/request-id'
import { requestId } from '../../contract/request-id'
import { formViewFor } from '../../schema/access/form-view'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { mustChange } from '../../schema/rules/messages'
import { AgreementNote } from './AgreementNote'
import { type Conflict, useConflictDialog } from './conflict'
import { FormSectionCard } from './FormSectionCard'
import { existingRecordValues, formResolver, newRecordValues } from './form-values'
import type { InitialFocus } from './initial-focus'
import { SchemaForm, ServerMessage, SubmitButton } from './SchemaForm'
import { useLeaveGuard } from './unsaved'
import { useDraft } from './use-draft'

interface RecordFormProps {
  readonly resource: Resource
  readonly mode: 'create' | 'update'
  /** The record to change. */
  readonly record?: RecordValues
  /** A change of the record by somebody else; absent where the page itself reports it. */
  readonly conflict?: Conflict
  /** Values of a new record, in addition to the defaults of its schema. */
  readonly initialValues?: RecordValues | undefined
  /** Fields whose initial value the user should change. Their inputs show a message until the value changes. */
  readonly fieldsToChange?: readonly string[]
  /** The input that takes the focus when the form opens, if there are no fields to change. */
  readonly initialFocus?: InitialFocus
  /** Opens another empty form after a record was saved; absent = the form has no button for it. */
  readonly onNext?: ((saved: RaRecord, values: RecordValues) => void) | undefined
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
  conflict,
  initialValues,
  fieldsToChange = noFields,
  initialFocus = mode === 'create' ? 'empty' : 'first',
  onNext,
  cancelTo,
  saveText = '儲存',
  actions,
  children,
  ...parts
}: RecordFormProps) => {
  const form = useRecordForm(resource, mode, { record, initialValues })
  useFieldsToChange(form, resource, fieldsToChange)
  const { saving = false } = useSaveContext()
  useLeaveGuard(form.formState.isDirty)
  const conflictDialog = useConflictDialog(form, resource, { record, conflict })
  const [isNext, setNext] = useMutableFlag()
  const draftNote = useDraft(form, {
    title: `${mode === 'create' ? '新增' : '修改'}－${resource.label}`,
    resource,
    record,
  })
  return (
    <RecordFields
      resource={resource}
      mode={mode}
      record={record}
      form={form}
      initialFocus={fieldsToChange.length > 0 ? fieldsToChange : initialFocus}
      callbacks={(values) => (onNext && isNext() ? { onSuccess: (saved) => onNext(saved, values) } : {})}
      buttons={
        <SaveBar
          saving={saving}
          cancelTo={cancelTo}
          text={saveText}
          actions={actions}
          canContinue={onNext !== undefined}
          onSubmit={setNext}
        />
      }
      {...parts}
    >
      {draftNote}
      {children}
      {conflictDialog}
    </RecordFields>
  )
}

type RecordFieldsProps = Pick<RecordFormProps, 'resource' | 'mode' | 'omit' | 'below' | 'children'> & {
  record?: RecordValues | undefined
  form: UseFormReturn
  initialFocus?: InitialFocus | undefined
  /** Returns the callbacks that replace those of react-admin's context for one save. */
  callbacks?: (values: RecordValues) => SaveHandlerCallbacks
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
  initialFocus = mode === 'create' ? 'empty' : 'first',
  callbacks = noCallbacks,
  buttons,
  omit = [],
  below = {},
  children,
}: RecordFieldsProps) => {
  const { save } = useSaveContext()
  const view = useMemo(() => formViewFor(resource, mode), [resource, mode])
  return (
    <SchemaForm
      resource={resource}
      form={form}
      send={async (values) => save?.(values, callbacks(values))}
      initialFocus={initialFocus}
      aria-label={resource.label}
    >
      <Stack spacing={2}>
        <ServerMessage form={form} />
        <AgreementNote resource={resource} />
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

const noCallbacks = () => ({})
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

/** Returns the functions that read and set a flag, which no component shows. */
const useMutableFlag = () => {
  const flag = useRef(false)
  return [
    () => flag.current,
    (value: boolean) => {
      flag.current = value
    },
  ] as const
}

interface SaveBarProps {
  readonly saving: boolean
  readonly cancelTo: string
  readonly text: string
  readonly actions: ReactNode
  readonly canContinue: boolean
  /** Receives whether another form follows, before the form is submitted. */
  readonly onSubmit: (isNext: boolean) => void
}

const SaveBar = ({ saving, cancelTo, text, actions, canContinue, onSubmit }: SaveBarProps) => (
  <Box sx={saveBar}>
    <Button variant="outlined" component={Link} to={cancelTo}>
      取消
    </Button>
    {actions}
    {canContinue && (
      // It is not a submit button: the Enter key clicks the first of these, which must be the one that only saves.
      <Button
        variant="outlined"
        disabled={saving}
        onMouseDown={(event) => event.preventDefault()}
        onClick={({ currentTarget }) => {
          currentTarget.focus()
          onSubmit(true)
          currentTarget.form?.requestSubmit()
        }}
      >
        儲存並新增下一筆
      </Button>
    )}
    <SubmitButton
      loading={saving}
      sx={{ minWidth: 112 }}
      onClick={({ currentTarget }) => {
        currentTarget.focus()
        onSubmit(false)
      }}
    >
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
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 1,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
}
