import {
  Alert,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  TextField,
} from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import type { SavedView } from '../../contract/call-responses'
import { viewNameLength } from '../../contract/saved-views'
import { reportedErrors } from '../data-provider/errors'

/** What the dialog asks for. */
type NameAndSharing = Pick<SavedView, 'Name' | 'IsShared'>

interface SaveViewDialogProps {
  /** The view to change; absent = a new one. */
  readonly view: SavedView | undefined
  /** The names of the user's other views of the page. */
  readonly otherNames: readonly string[]
  /** Whether the list has conditions that are not saved. */
  readonly hasPersonalFilters: boolean
  readonly onSave: (values: NameAndSharing) => Promise<void>
  readonly onClose: () => void
}

/** Renders the dialog for the name of a view, and whether the users of the company share it. */
export const SaveViewDialog = ({ view, otherNames, hasPersonalFilters, onSave, onClose }: SaveViewDialogProps) => {
  const titleId = useId()
  const [values, setValues] = useState<NameAndSharing>({ Name: view?.Name ?? '', IsShared: view?.IsShared ?? false })
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const name = values.Name.trim()
  const replaces = !view && otherNames.includes(name)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name === '') return setError('請輸入檢視的名稱。')
    setBusy(true)
    try {
      await onSave({ ...values, Name: name })
    } catch (failure) {
      setError(Object.values(reportedErrors(failure))[0] ?? '檢視沒有儲存，請再試一次。')
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id={titleId}>{view ? '改名或共用檢視' : '儲存檢視'}</DialogTitle>
        <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 1 }}>
          <TextField
            autoFocus
            required
            margin="dense"
            label="檢視名稱"
            value={values.Name}
            onChange={({ target }) => {
              setError('')
              setValues({ ...values, Name: target.value })
            }}
            error={error !== ''}
            helperText={error || (replaces ? '已有同名的檢視，儲存後會取代它。' : '例如：逾期未繳、本期未繳')}
            slotProps={{ htmlInput: { maxLength: viewNameLength, autoComplete: 'off' } }}
          />
          <FormControlLabel
            label="與公司的使用者共用"
            control={
              <Checkbox checked={values.IsShared} onChange={(_, IsShared) => setValues({ ...values, IsShared })} />
            }
          />
          {!view && (
            <Alert severity="info">
              檢視包含目前的查詢條件、排序與欄位。{hasPersonalFilters && '搜尋文字與含個人資料的條件不會儲存。'}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {replaces ? '取代' : '儲存'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
