import { Alert, Box, Stack } from '@mui/material'
import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import { countText } from '../../browser/format'
import { download } from '../../browser/http/client'
import { importEndpoint } from '../../schema/calls/endpoints'
import { DownloadButton } from '../components/DownloadButton'
import { FileDrop } from '../components/FileDrop'
import { PageHeader } from '../layout/PageHeader'
import { useSchema } from '../portal'
import { JobStep } from './JobStep'
import { MappingStep } from './MappingStep'
import { CheckStep, DoneStep } from './ResultSteps'
import { StepCard } from './StepCard'
import { type ImportStep, importSteps, type StepProps, useImport } from './use-import'

/** Imports records from a spreadsheet, as the schema declares it: file, columns, check, result. A job's notification links to its result. */
export const ImportPage = () => {
  const [search] = useSearchParams()
  const job = search.get('job')
  return <ImportContent key={job} jobId={job === null ? null : Number(job)} />
}

const ImportContent = ({ jobId }: { jobId: number | null }) => {
  const resource = useSchema()
  const wizard = useImport(resource, jobId)
  if (!resource.import) return null
  const Step = wizard.running ? JobStep : steps[wizard.step]
  return (
    <>
      <PageHeader resource={resource} step="匯入" />
      <Stack spacing={2}>
        <ImportSteps current={wizard.step} />
        {wizard.problem && wizard.step !== 'file' && (
          <Alert severity="error" role="alert">
            {wizard.problem}
          </Alert>
        )}
        <Box aria-busy={wizard.busy}>
          <Step resource={resource} spec={resource.import} wizard={wizard} />
        </Box>
      </Stack>
    </>
  )
}

/** The step that selects a file; it also offers a template. */
const FileStep = ({ resource, spec, wizard }: StepProps) => (
  <StepCard title="選擇檔案" aside={<DownloadButton text="下載範本" onDownload={() => download(importEndpoint(resource, 'ImportTemplate'))} />}>
    <FileDrop
      label="匯入檔案"
      file={wizard.file}
      onFile={(file) => void wizard.chooseFile(file)}
      accept=".xlsx,.csv,.txt"
      error={wizard.problem}
      help={`可匯入 xlsx、csv、txt（UTF-8 或 Big5），第 1 列為標題；上限 ${Math.floor(spec.maxBytes / 1_048_576)} MB、${countText(spec.maxRows)} 筆。`}
    />
  </StepCard>
)

const steps: Readonly<Record<ImportStep, ComponentType<StepProps>>> = { file: FileStep, mapping: MappingStep, check: CheckStep, done: DoneStep }

/** The steps of the import, with the current one marked. */
const ImportSteps = ({ current }: { current: ImportStep }) => {
  const names = Object.keys(importSteps)
  const position = names.indexOf(current)
  return (
    <Box component="ol" aria-label="匯入步驟" sx={listStyles}>
      {Object.entries(importSteps).map(([name, text], index) => (
        <Box component="li" key={name} aria-current={name === current ? 'step' : undefined} sx={{ ...itemStyles, ...(index <= position ? reachedStyles : {}) }}>
          <Box component="span" aria-hidden sx={index <= position ? { ...badge, ...reachedBadge } : badge}>
            {index + 1}
          </Box>
          <Box component="span" sx={{ display: { xs: name === current ? 'inline' : 'none', sm: 'inline' } }}>
            {text}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const listStyles = { display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, m: 0, p: 0, listStyle: 'none' }
const itemStyles = { display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }
const reachedStyles = { color: 'text.primary', fontWeight: 600 }
const badge = { display: 'grid', placeItems: 'center', width: 26, height: 26, borderRadius: '50%', border: 1, borderColor: 'divider', fontSize: '0.8125rem' }
const reachedBadge = { bgcolor: 'primary.main', borderColor: 'primary.main', color: 'primary.contrastText' }
