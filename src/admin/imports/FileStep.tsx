import { countText } from '../../browser/format'
import { download } from '../../browser/http/client'
import { importEndpoint } from '../../schema/calls/endpoints'
import { DownloadButton } from '../components/DownloadButton'
import { FileDrop } from '../components/FileDrop'
import { StepCard } from './StepCard'
import type { StepProps } from './use-import'

/** A file is chosen; who has none yet takes the template. */
export const FileStep = ({ resource, spec, journey }: StepProps) => (
  <StepCard title="選擇檔案" aside={<DownloadButton text="下載範本" onDownload={() => download(importEndpoint(resource, 'ImportTemplate'))} />}>
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
