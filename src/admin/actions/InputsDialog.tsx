import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, Stack } from '@mui/material'
import { type ReactNode, use, useId, useMemo } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { Action } from '../../schema/language/action'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { hiddenFields, isRequiredNow, visibleValues } from '../../schema/rules/conditional'
import { interpolate } from '../../schema/text/interpolate'
import { recordTitle, shownValues } from '../../schema/text/record-title'
import { fieldInputsOf } from '../fields/inputs/registry'
import { formResolver, newRecordValues } from '../form/form-values'
import { SchemaForm, ServerMessage, SubmitButton } from '../form/SchemaForm'
import { useConditionContext } from '../hooks/condition-context'
import { dialogPaper } from '../theme'
import { ActionNote } from './action-note'
import { namedRecords } from './BulkPreview'

interface InputsDialogProps {
  readonly resource: Resource
  readonly action: Action
  readonly records: readonly RecordValues[]
  readonly busy: boolean
  /** Replaces the title, which is the action's question. */
  readonly title?: string
  /** What the action will do, above its inputs. */
  readonly preview?: ReactNode
  /** Replaces the label of the action on the button. */
  readonly submitText?: string
  readonly isSubmitDisabled?: boolean
  readonly onClose: () => void
  /** Runs the action; resolves to the server's error messages by input, or to undefined. */
  readonly onSubmit: (inputs: RecordValues) => Promise<Readonly<Record<string, unknown>> | undefined>
}

/** Renders the generated dialog with the inputs of an action. */
export const InputsDialog = (props: InputsDialogProps) => {
  const {
    resource,
    action,
    records,
    busy,
    title = titleOf(resource, action, records),
    preview,
    submitText = action.label,
    isSubmitDisabled = false,
  } = props
  const { onClose, onSubmit } = props
  const subject = preview ? '' : subjectOf(resource, action, { records, title })
  const inputsResource = useMemo(() => resourceOfInputs(resource, action), [resource, action])
  const form = useActionForm(inputsResource, records)
  const context = useConditionContext()
  const note = use(ActionNote)
  const titleId = useId()
  const send = (values: RecordValues) => {
    const names = action.inputs.map(({ name }) => name)
    const hidden = hiddenFields(action.inputs, values, context).map(({ name }) => name)
    const inputs = Object.fromEntries(
      Object.entries(values).filter(([name]) => names.includes(name) && !hidden.includes(name)),
    )
    return onSubmit(inputs)
  }
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { sx: dialogPaper } }}
    >
      <SchemaForm
        resource={inputsResource}
        form={form}
        send={send}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flexGrow: 1 }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          {subject && (
            <DialogContentText sx={{ mb: 1, color: 'text.primary', overflowWrap: 'anywhere' }}>
              {subject}
            </DialogContentText>
          )}
          {action.text && <DialogContentText sx={{ mb: 2.5 }}>{action.text}</DialogContentText>}
          <Stack spacing={2.5} sx={{ pt: 1 }}>
            <ServerMessage form={form} />
            {preview}
            {note && <DialogContentText>{note}</DialogContentText>}
            <ActionInputs fields={action.inputs} form={form} />
          </Stack>
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button variant="outlined" onClick={onClose} disabled={busy}>
            取消
          </Button>
          <SubmitButton color={action.danger ? 'error' : 'primary'} loading={busy} disabled={isSubmitDisabled}>
            {submitText}
          </SubmitButton>
        </DialogActions>
      </SchemaForm>
    </Dialog>
  )
}

const titleOf = (resource: Resource, action: Action, records: readonly RecordValues[]): string => {
  const [record] = records
  return (
    questionOf(resource, action, records) ??
    [action.label, records.length === 1 && record ? recordTitle(resource, record) : ''].filter(Boolean).join(' ')
  )
}

// A form validates the fields of a resource and shows their errors, so the inputs of the action become the fields of a
// resource.
const resourceOfInputs = (resource: Resource, { inputs }: Action): Resource => ({
  ...resource,
  key: [],
  rules: [],
  fields: inputs,
  form: [{ title: '', fields: inputs.map(({ name }) => name) }],
})

const useActionForm = (inputsResource: Resource, records: readonly RecordValues[]): UseFormReturn => {
  const [record] = records
  // The form also contains the values of the record, because a reference among the inputs may have `same`: it offers
  // only records that have the same values as this record in those fields.
  const values = useMemo(
    () => ({ ...(records.length === 1 ? record : {}), ...newRecordValues(inputsResource) }),
    [inputsResource, records, record],
  )
  const resolver = useMemo(() => formResolver(inputsResource, 'create'), [inputsResource])
  return useForm({ defaultValues: values, resolver, mode: 'onTouched' })
}

const ActionInputs = ({ fields, form }: { fields: readonly Field[]; form: UseFormReturn }) => {
  const context = useConditionContext()
  const values = visibleValues(fields, form.watch(), context)
  const hidden = hiddenFields(fields, values, context)
  return fields
    .filter((field) => !hidden.includes(field))
    .map((field) => {
      const { Input } = fieldInputsOf(field)
      return (
        <Input key={field.name} field={field} source={field.name} required={isRequiredNow(field, values, context)} />
      )
    })
}

/**
 * Returns the records of a destructive action by their titles, for the dialog with this title; empty for other actions,
 * and if the title already names the record.
 */
export const subjectOf = (
  resource: Resource,
  { danger }: Action,
  { records, title }: { readonly records: readonly RecordValues[]; readonly title: string },
): string => {
  const names = records.map((record) => recordTitle(resource, record))
  const isNamed = names.length === 1 && names.every((name) => title.includes(name))
  return danger && names.length > 0 && !isNamed ? `${resource.noun}${namedRecords(names, resource.unit)}` : ''
}

/** Returns the confirmation question of an action; undefined if its schema has none. */
export const questionOf = (
  resource: Resource,
  { confirm, on }: Action,
  records: readonly RecordValues[],
): string | undefined => {
  if (!confirm) return undefined
  const [record] = records
  if (!record) return interpolate(confirm.one, { count: 0 })
  // Only the question of an action that is offered in rows may quote values of the record.
  if (records.length === 1 && on.includes('row')) return interpolate(confirm.one, shownValues(resource, record))
  return interpolate(confirm.many, { count: records.length })
}
