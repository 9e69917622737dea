import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { FileDrop, saveTemplate, useFormContext, useNotifyFailure, useWatch } from '../../src/admin'
import { taipeiToday } from '../../src/domain/dates'
import { billTemplate } from './template'

/** Where the file is dropped or chosen; its name becomes the original file name. */
export const DropZone = () => {
  const { setValue, formState } = useFormContext()
  const file: unknown = useWatch({ name: 'File' })
  const problem = formState.errors.File?.message ?? formState.errors.OriFileName?.message
  const take = (chosen: File) => {
    const shouldValidate = { shouldDirty: true, shouldValidate: true }
    setValue('File', chosen, shouldValidate)
    setValue('OriFileName', chosen.name, shouldValidate)
  }
  return (
    <Card component="section" aria-label="選擇檔案" sx={{ p: { xs: 2, md: 3 } }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 2 }}>
        <Typography component="h2" sx={{ fontSize: '1.0625rem', fontWeight: 600 }}>
          選擇檔案
        </Typography>
        <TemplateButton />
      </Stack>
      <FileDrop
        label="上傳檔案"
        file={file instanceof File ? file : null}
        onTake={take}
        accept=".xlsx,.csv,.txt"
        problem={problem === undefined ? undefined : String(problem)}
        help="可上傳 xlsx、csv、txt（UTF-8 或 Big5），第 1 列為標題；上限 50 MB、100,000 筆。"
      />
    </Card>
  )
}

const TemplateButton = () => {
  const notifyFailure = useNotifyFailure()
  return (
    <Button startIcon={<DownloadIcon />} onClick={() => void saveTemplate(billTemplate(taipeiToday(new Date()))).catch(notifyFailure)}>
      下載範例
    </Button>
  )
}
