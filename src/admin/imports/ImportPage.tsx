import { Alert, Box, Stack } from '@mui/material'
import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import { PageHeader } from '../layout/PageHeader'
import { useSchema } from '../portal'
import { FileStep } from './FileStep'
import { JobStep } from './JobStep'
import { MappingStep } from './MappingStep'
import { CheckStep, DoneStep } from './ResultSteps'
import { type ImportStep, importSteps, type StepProps, useImport } from './use-import'

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

/** Where the user is and what is still to come. */
const ImportSteps = ({ now }: { now: ImportStep }) => {
  const names = Object.keys(importSteps)
  const place = names.indexOf(now)
  return (
    <Box component="ol" aria-label="匯入步驟" sx={list}>
      {Object.entries(importSteps).map(([name, text], index) => (
        <Box component="li" key={name} aria-current={name === now ? 'step' : undefined} sx={{ ...item, ...(index <= place ? reached : {}) }}>
          <Box component="span" aria-hidden sx={index <= place ? { ...number, ...numberReached } : number}>
            {index + 1}
          </Box>
          <Box component="span" sx={{ display: { xs: name === now ? 'inline' : 'none', sm: 'inline' } }}>
            {text}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const list = { display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, m: 0, p: 0, listStyle: 'none' }
const item = { display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }
const reached = { color: 'text.primary', fontWeight: 600 }
const number = { display: 'grid', placeItems: 'center', width: 26, height: 26, borderRadius: '50%', border: 1, borderColor: 'divider', fontSize: '0.8125rem' }
const numberReached = { bgcolor: 'primary.main', borderColor: 'primary.main', color: 'primary.contrastText' }
