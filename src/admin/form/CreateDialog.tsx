import { Button, Dialog, DialogActions, DialogTitle, useMediaQuery } from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { CreateBase, type RaRecord, useSaveContext } from 'react-admin'
import { errorBody } from '../data-provider/errors'
import type { CreateDialogProps } from '../fields/inputs/create-dialog'
import { useNotifyFailure, useToast } from '../hooks/use-toast'
import { RecordFields, useRecordForm } from './RecordForm'
import { SubmitButton } from './SchemaForm'
import { detailMeta } from './use-save-callbacks'

/** Renders the dialog that creates a record while another form is open. The input of the other form is not lost. */
export const CreateDialog = ({ resource, initialValues, onCreated, onClose }: CreateDialogProps) => {
  const id = useId()
  const toast = useToast()
  const notifyFailure = useNotifyFailure()
  const isNarrow = useMediaQuery('(max-width: 600px)')
  const callbacks = {
    onSuccess: (record: RaRecord) => {
      toast('新增成功')
      onCreated(record)
    },
    onError: (error: unknown) => {
      // The form shows the errors of fields, so only other errors need a message.
      if (!errorBody(error)?.errors) notifyFailure(error)
    },
  }
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      fullScreen={isNarrow}
      aria-labelledby={id}
      onClose={(_, reason) => reason === 'escapeKeyDown' && onClose()}
      onSubmit={stopPropagation}
      sx={{ '& section': { border: 0 } }}
    >
      <DialogTitle id={id}>新增{resource.noun}</DialogTitle>
      <CreateBase resource={resource.name} redirect={false} mutationOptions={{ meta: detailMeta, ...callbacks }}>
        <NewRecord resource={resource} initialValues={initialValues} onClose={onClose} />
      </CreateBase>
    </Dialog>
  )
}

const NewRecord = ({
  resource,
  initialValues,
  onClose,
}: Pick<CreateDialogProps, 'resource' | 'initialValues' | 'onClose'>) => {
  // New initial values would reset the form, so those of the first render are used throughout.
  const [formValues] = useState(initialValues)
  const form = useRecordForm(resource, 'create', { initialValues: formValues })
  const { saving = false } = useSaveContext()
  const buttons = (
    <DialogActions
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        px: 3,
        py: 1.5,
        bgcolor: 'background.paper',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Button variant="outlined" onClick={onClose}>
        取消
      </Button>
      <SubmitButton loading={saving} sx={{ minWidth: 112 }}>
        新增
      </SubmitButton>
    </DialogActions>
  )
  return <RecordFields resource={resource} mode="create" form={form} buttons={buttons} />
}

// In React, the submit event of the dialog also reaches the form that opened it, which must not be submitted.
const stopPropagation = (event: FormEvent) => event.stopPropagation()
