import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import type { ComponentType } from 'react'
import type { ImportSpec } from '../../schema/imports/import-spec'
import type { Resource } from '../../schema/types'
import { PageHeader } from '../layout/PageHeader'
import { useSchema } from '../portal'
import { CheckStep } from './CheckStep'
import { DoneStep } from './DoneStep'
import { FileStep } from './FileStep'
import { ImportSteps } from './ImportSteps'
import { MappingStep } from './MappingStep'
import { type ImportJourney, type ImportStep, useImport } from './use-import'

/** What each step is given. */
export interface StepProps {
  readonly resource: Resource
  readonly spec: ImportSpec
  readonly journey: ImportJourney
}

/** Records from a spreadsheet, as the schema declares it: file, columns, check, result. */
export const ImportPage = () => {
  const resource = useSchema()
  const journey = useImport(resource)
  if (!resource.import) return null
  const Step = steps[journey.step]
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
