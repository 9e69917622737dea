import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useListContext } from 'react-admin'
import { countText } from '../../browser/format'
import type { Resource } from '../../schema/types'
import { useColumns } from '../list/use-columns'
import { type FileKind, useExport } from './use-export'

/** Asks which fields go into which kind of file, and says what the file will hold. */
export const ExportDialog = ({ resource, onClose }: { resource: Resource; onClose: () => void }) => {
  const { total = 0 } = useListContext()
  const { all, shown } = useColumns(resource)
  const { busy, save } = useExport(resource)
  const [fields, setFields] = useState<FieldChoice>('shown')
  const [kind, setKind] = useState<FileKind>('xlsx')
  const title = useId()
  const columns = fields === 'all' ? all : shown
  const submit = async () => {
    if (await save({ kind, columns })) onClose()
  }
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={title} fullWidth maxWidth="sm" slotProps={{ paper: { sx: paper } }}>
      <DialogTitle id={title}>匯出{resource.noun}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          匯出查詢到的全部 {countText(total)} 筆資料；畫面上遮蔽的個人資料，檔案中同樣遮蔽。{leftOut(resource)}
        </DialogContentText>
        <Stack spacing={2}>
          <Choice
            label="欄位"
            value={fields}
            onChange={setFields}
            choices={{ shown: `清單顯示的欄位（${shown.length} 欄）`, all: `全部欄位（${all.length} 欄）` }}
          />
          <Typography color="textSecondary" aria-live="polite" sx={{ fontSize: '0.875rem' }}>
            {columns.map(({ label }) => label).join('、')}
          </Typography>
          <Choice label="檔案格式" value={kind} onChange={setKind} choices={{ xlsx: 'Excel（xlsx）', csv: 'CSV（UTF-8）' }} />
        </Stack>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" onClick={onClose} disabled={busy}>
          取消
        </Button>
        <Button variant="contained" onClick={() => void submit()} loading={busy}>
          匯出
        </Button>
      </DialogActions>
    </Dialog>
  )
}

type FieldChoice = 'shown' | 'all'

// A phone has no room for MUI's wide margins.
const paper = { m: 2, width: 'calc(100% - 32px)' }

/** What a file of rows cannot hold, so that nobody looks for it there. */
const leftOut = ({ fields }: Resource): string => {
  const rest = fields.filter(({ detailOnly }) => detailOnly).map(({ label }) => `「${label}」`)
  return rest.length > 0 ? `${rest.join('、')}只在各筆資料的內容中。` : ''
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly choices: Readonly<Record<T, string>>
}

const Choice = <T extends string>({ label, value, onChange, choices }: ChoiceProps<T>) => {
  const id = useId()
  const names = Object.keys(choices) as T[]
  return (
    <FormControl>
      <FormLabel id={id}>{label}</FormLabel>
      <RadioGroup aria-labelledby={id} value={value} onChange={({ target }) => names.filter((name) => name === target.value).forEach(onChange)}>
        {names.map((name) => (
          <FormControlLabel key={name} value={name} control={<Radio size="small" />} label={choices[name]} />
        ))}
      </RadioGroup>
    </FormControl>
  )
}
