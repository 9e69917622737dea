import {
  Button,
  Checkbox,
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
import { useExtensionCalls } from '../../browser/http/capabilities'
import { saveFile } from '../../browser/http/save-file'
import { useCompanySession } from '../../browser/session/session'
import { textSizes } from '../../browser/theme/type-scale'
import { canReadUnmaskedList } from '../../schema/access/unmasked-list'
import { unmaskedListId } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import type { Field } from '../../schema/language/types'
import { isMinimumTotal } from '../data-provider/read'
import { useTask } from '../hooks/use-task'
import { needsAllFields, useColumns } from '../list/columns/columns'
import { dialogPaper } from '../theme'
import { csvNote, csvOf, saveExcel, sheetOf } from './sheet'

/** Props of the dialog of an export. */
export interface ExportDialogProps {
  readonly resource: Resource
  readonly onClose: () => void
}

/** Renders the dialog that asks for the fields and the format of the file, and describes its content. */
export const ExportDialog = ({ resource, onClose }: ExportDialogProps) => {
  const { total = 0, meta } = useListContext()
  const { columns: allColumns, shownColumns } = useColumns(resource)
  const { busy, save } = useExport(resource)
  const [fieldScope, setFieldScope] = useState<FieldScope>('shown')
  const [fileKind, setFileKind] = useState<FileKind>('xlsx')
  const canExportUnmasked = useCanExportUnmasked(resource)
  const [isUnmasked, setUnmasked] = useState(false)
  const titleId = useId()
  const columns = fieldScope === 'all' ? allColumns : shownColumns
  const submit = async () => {
    if (await save({ fileKind, columns, isUnmasked })) onClose()
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
      <DialogTitle id={titleId}>匯出{resource.noun}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ mb: 2 }}>
          {isMinimumTotal(meta) ? '匯出查詢到的全部資料；' : `匯出查詢到的全部 ${countText(total)} 筆資料；`}
          {isUnmasked
            ? '檔案含未遮蔽的個人資料，每一筆都會留下匯出紀錄，請妥善保管檔案。'
            : '畫面上遮蔽的個人資料，檔案中同樣遮蔽。'}
          {omittedText(resource)}
        </DialogContentText>
        <Stack spacing={2}>
          <RadioOptions
            label="欄位"
            value={fieldScope}
            onChange={setFieldScope}
            options={{
              shown: `清單顯示的欄位（${shownColumns.length} 欄）`,
              all: `全部欄位（${allColumns.length} 欄）`,
            }}
          />
          <Typography color="textSecondary" aria-live="polite" sx={{ fontSize: textSizes.small }}>
            {columns.map(({ label }) => label).join('、')}
          </Typography>
          {canExportUnmasked && (
            <FormControlLabel
              control={
                <Checkbox size="small" checked={isUnmasked} onChange={({ target }) => setUnmasked(target.checked)} />
              }
              label="完整顯示個人資料，不遮蔽"
            />
          )}
          <RadioOptions
            label="檔案格式"
            value={fileKind}
            onChange={setFileKind}
            options={{ xlsx: 'Excel（xlsx）', csv: 'CSV（UTF-8）' }}
          />
          <Typography color="textSecondary" aria-live="polite" sx={{ fontSize: textSizes.small }}>
            {fileKind === 'csv' && csvNote}
          </Typography>
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

/**
 * Returns whether the user may export personal data unmasked: the backend must serve unmasked lists, and the role must
 * see the data unmasked on detail pages.
 */
const useCanExportUnmasked = (resource: Resource): boolean => {
  const calls = useExtensionCalls()
  const role = useCompanySession()?.data.RoleId ?? ''
  return calls?.includes(unmaskedListId(resource)) === true && canReadUnmaskedList(resource, role)
}

/** The fields that the file contains: the columns that the list shows, or all columns that it can show. */
type FieldScope = 'shown' | 'all'

/** Returns a sentence about the fields that only detail pages show; empty if there are none. */
const omittedText = ({ fields }: Resource): string => {
  const omitted = fields.filter(({ detailOnly }) => detailOnly).map(({ label }) => `「${label}」`)
  return omitted.length > 0 ? `${omitted.join('、')}只在各筆資料的內容中。` : ''
}

interface RadioOptionsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly onChange: (value: T) => void
  readonly options: Readonly<Record<T, string>>
}

const RadioOptions = <T extends string>({ label, value, onChange, options }: RadioOptionsProps<T>) => {
  const id = useId()
  const names = Object.keys(options) as T[]
  const select = (selectedName: string) => {
    const option = names.find((name) => name === selectedName)
    if (option !== undefined) onChange(option)
  }
  return (
    <FormControl>
      <FormLabel id={id}>{label}</FormLabel>
      <RadioGroup aria-labelledby={id} value={value} onChange={({ target }) => select(target.value)}>
        {names.map((name) => (
          <FormControlLabel key={name} value={name} control={<Radio size="small" />} label={options[name]} />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

type FileKind = 'csv' | 'xlsx'

interface ExportRequest {
  readonly fileKind: FileKind
  readonly columns: readonly Field[]
  /** Whether personal data are unmasked. */
  readonly isUnmasked: boolean
}

/**
 * Returns the function that saves the whole result of the query as a file, and whether it is running.
 * The function notifies the user of a failure and resolves to whether the file was saved.
 */
const useExport = (resource: Resource) => {
  const { busy, run } = useTask()
  const provider = useDataProvider()
  const { filterValues, sort, total = 0, meta } = useListContext()
  const save = ({ fileKind, columns, isUnmasked }: ExportRequest): Promise<boolean> =>
    run(async () => {
      const perPage = isMinimumTotal(meta) ? Number.MAX_SAFE_INTEGER : Math.max(total, 1)
      const pagination = { page: 1, perPage }
      const { data } = await provider.getList(resource.name, {
        pagination,
        sort,
        filter: filterValues,
        meta: { allFields: needsAllFields(columns), unmasked: isUnmasked },
      })
      const list = { name: resource.label, fields: columns, records: data }
      if (fileKind === 'xlsx') await saveExcel(sheetOf(list))
      else
        saveFile({ name: `${resource.label}.csv`, blob: new Blob([csvOf(list)], { type: 'text/csv;charset=utf-8' }) })
    })
  return { busy, save }
}
