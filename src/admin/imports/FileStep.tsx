import { countText } from '../../browser/format'
import { download } from '../../browser/http/client'
import { importEndpoint } from '../../schema/calls/endpoints'
import { DownloadButton } from '../components/DownloadButton'
import { FileDrop } from '../components/FileDrop'
import { StepCard } from './StepCard'
import type { StepProps } from './use-import'

/** The step that selects a file; it also offers a template. */
export const FileStep = ({ resource, spec, wizard }: StepProps) => (
  <StepCard title="選擇檔案" aside={<DownloadButton text="下載範本" onDownload={() => download(importEndpoint(resource, 'ImportTemplate'))} />}>
    <FileDrop
      label="匯入檔案"
      file={wizard.file}
      onFile={(file) => void wizard.choose(file)}
      accept=".xlsx,.csv,.txt"
      error={wizard.problem}
      help={`可匯入 xlsx、csv、txt（UTF-8 或 Big5），第 1 列為標題；上限 ${Math.floor(spec.maxBytes / 1_048_576)} MB、${countText(spec.maxRows)} 筆。`}
    />
  </StepCard>
)
