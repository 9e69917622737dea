import { Alert, Box, Stack } from '@mui/material'
import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PageHeader } from '../layout/PageHeader'
import { useSchema } from '../portal'
import { CheckStep } from './CheckStep'
import { DoneStep } from './DoneStep'
import { FileStep } from './FileStep'
import { ImportSteps } from './ImportSteps'
import { JobStep } from './JobStep'
import { MappingStep } from './MappingStep'
import { type ImportStep, type StepProps, useImport } from './use-import'

/** Records from a spreadsheet, as the schema declares it: file, columns, check, result. The notice of a job leads to what came of it. */
export const ImportPage = () => {
  const [search] = useSearchParams()
  const job = search.get('job')
  return <Journey key={job} jobId={job === null ? null : Number(job)} />
}

const Journey = ({ jobId }: { jobId: number | null }) => {
  const resource = useSchema()
  const journey = useImport(resource, jobId)
  if (!resource.import) return null
  const Step = journey.running ? JobStep : steps[journey.step]
  return (
    <>
      <PageHeader resource={resource} step="匯入" />
      <Stack spacing={2}>
        <ImportSteps now={journey.step} />
        {journey.problem && journey.step !== 'file' && (
          <Alert severity="error" role="alert">
            {journey.problem}
          </Alert>
        )}
        <Box aria-busy={journey.busy}>
          <Step resource={resource} spec={resource.import} journey={journey} />
        </Box>
      </Stack>
    </>
  )
}

const steps: Readonly<Record<ImportStep, ComponentType<StepProps>>> = { file: FileStep, mapping: MappingStep, check: CheckStep, done: DoneStep }
