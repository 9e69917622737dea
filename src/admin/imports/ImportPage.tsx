import { countText } from '../../browser/format'
import { download } from '../../browser/http/client'
import { importEndpoint } from '../../schema/calls/endpoints'
import { DownloadButton } from '../components/DownloadButton'
import { FileDrop } from '../components/FileDrop'
import { PageHeader } from '../layout/PageHeader'
import { useSchema } from '../portal'
import { ImportSteps } from './ImportSteps'
import { StepCard } from './StepCard'
import { type ImportStepProps, useImport, useJobIdFromUrl } from './use-import'

/**
 * Renders the generated page that imports records from a spreadsheet.
 * The notification of an import job links to the result on this page.
 */
export const ImportPage = () => {
  const jobId = useJobIdFromUrl()
  return <ImportContent key={jobId} jobId={jobId} />
}

const ImportContent = ({ jobId }: { jobId: number | null }) => {
  const resource = useSchema()
  const wizard = useImport(resource, jobId)
  if (!resource.import) return null
  const props = { resource, spec: resource.import, wizard }
  return (
    <>
      <PageHeader resource={resource} task="匯入" />
      <ImportSteps {...props}>
        <FileStep {...props} />
      </ImportSteps>
    </>
  )
}

/** Renders the step that selects a file, with a button that downloads a template. */
const FileStep = ({ resource, spec, wizard }: ImportStepProps) => (
  <StepCard
    title="選擇檔案"
    aside={<DownloadButton text="下載範本" onDownload={() => download(importEndpoint(resource, 'ImportTemplate'))} />}
  >
    <FileDrop
      label="匯入檔案"
      file={wizard.file}
      onFile={(file) => void wizard.selectFile(file)}
      accept=".xlsx,.csv,.txt"
      error={wizard.problem}
      help={`可匯入 xlsx、csv、txt（UTF-8 或 Big5），第 1 列為標題；上限 ${Math.floor(spec.maxBytes / 1_048_576)} MB、${countText(spec.maxRows)} 筆。`}
    />
  </StepCard>
)
