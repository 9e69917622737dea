import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  Typography,
} from '@mui/material'
import { useId, useState } from 'react'
import { useDataProvider, useListContext } from 'react-admin'
import { countText } from '../../browser/format'
import { saveFile } from '../../browser/http/save-file'
import { csvText } from '../../domain/csv'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { useNotifyFailure } from '../hooks/use-toast'
import { needAllFields, useColumns } from '../list/columns'
import { dialogPaper } from '../theme'
import { saveExcel, sheetOf } from './sheet'

/** Exports the result of the query as a file. */
export const ExportButton = ({ resource }: { resource: Resource }) => {
  const [open, setOpen] = useState(false)
  const { total = 0 } = useListContext()
  return (
    <>
      <Button variant="outlined" startIcon={<DownloadIcon />} disabled={total === 0} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        匯出
      </Button>
      {open && <ExportDialog resource={resource} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Asks for fields and file format, and describes the content of the file. */
const ExportDialog = ({ resource, onClose }: { resource: Resource; onClose: () => void }) => {
  const { total = 0 } = useListContext()
  const { columns: allColumns, shown } = useColumns(resource)
  const { busy, save } = useExport(resource)
  const [fields, setFields] = useState<FieldChoice>('shown')
  const [kind, setKind] = useState<FileKind>('xlsx')
  const titleId = useId()
  const columns = fields === 'all' ? allColumns : shown
  const submit = async () => {
    if (await save(kind, columns)) onClose()
  }
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="sm" slotProps={{ paper: { sx: dialogPaper } }}>
      <DialogTitle id={titleId}>匯出{resource.noun}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          匯出查詢到的全部 {countText(total)} 筆資料；畫面上遮蔽的個人資料，檔案中同樣遮蔽。{omittedText(resource)}
        </DialogContentText>
        <Stack spacing={2}>
          <RadioChoice
            label="欄位"
            value={fields}
            onChange={setFields}
            choices={{ shown: `清單顯示的欄位（${shown.length} 欄）`, all: `全部欄位（${allColumns.length} 欄）` }}
          />
          <Typography color="textSecondary" aria-live="polite" sx={{ fontSize: '0.875rem' }}>
            {columns.map(({ label }) => label).join('、')}
          </Typography>
          <RadioChoice label="檔案格式" value={kind} onChange={setKind} choices={{ xlsx: 'Excel（xlsx）', csv: 'CSV（UTF-8）' }} />
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

/** Returns a sentence about the fields that only detail pages show. */
const omittedText = ({ fields }: Resource): string => {
  const omitted = fields.filter(({ detailOnly }) => detailOnly).map(({ label }) => `「${label}」`)
  return omitted.length > 0 ? `${omitted.join('、')}只在各筆資料的內容中。` : ''
}

interface RadioChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly choices: Readonly<Record<T, string>>
}

const RadioChoice = <T extends string>({ label, value, onChange, choices }: RadioChoiceProps<T>) => {
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

type FileKind = 'csv' | 'xlsx'

/** Returns the function that saves the whole result of the query as a file; it resolves to whether it was saved. */
const useExport = (resource: Resource) => {
  const [busy, setBusy] = useState(false)
  const provider = useDataProvider()
  const { filterValues, sort, total = 0 } = useListContext()
  const notifyFailure = useNotifyFailure()
  const save = async (kind: FileKind, columns: readonly Field[]): Promise<boolean> => {
    setBusy(true)
    try {
      const pagination = { page: 1, perPage: Math.max(total, 1) }
      const { data } = await provider.getList(resource.name, { pagination, sort, filter: filterValues, meta: { allFields: needAllFields(columns) } })
      const sheet = sheetOf(resource.label, columns, data)
      if (kind === 'xlsx') await saveExcel(sheet)
      else saveFile({ name: `${resource.label}.csv`, blob: new Blob([csvText([sheet.header, ...sheet.rows])], { type: 'text/csv;charset=utf-8' }) })
      return true
    } catch (error) {
      notifyFailure(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, save }
}
