import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { Button } from '@mui/material'
import { countText } from '../../browser/format'
import { fetchFile } from '../../browser/http/client'
import { saveFile } from '../../browser/http/save-file'
import { importEndpoint } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import { FileDrop } from '../components/FileDrop'
import { useNotifyFailure } from '../hooks/use-toast'
import { StepCard } from './StepCard'
import type { StepProps } from './use-import'

/** A file is chosen; who has none yet takes the template. */
export const FileStep = ({ resource, spec, journey }: StepProps) => (
  <StepCard title="選擇檔案" aside={<TemplateButton resource={resource} />}>
    <FileDrop
      label="匯入檔案"
      file={journey.file}
      onTake={(file) => void journey.choose(file)}
      accept=".xlsx,.csv,.txt"
      problem={journey.problem}
      help={`可匯入 xlsx、csv、txt（UTF-8 或 Big5），第 1 列為標題；上限 ${Math.floor(spec.maxBytes / 1_048_576)} MB、${countText(spec.maxRows)} 筆。`}
    />
  </StepCard>
)

const TemplateButton = ({ resource }: { resource: Resource }) => {
  const notifyFailure = useNotifyFailure()
  const take = async () => saveFile(await fetchFile(importEndpoint(resource, 'ImportTemplate')))
  return (
    <Button startIcon={<DownloadIcon />} onClick={() => void take().catch(notifyFailure)}>
      下載範本
    </Button>
  )
}
