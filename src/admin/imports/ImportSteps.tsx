import { Alert, Box, Stack } from '@mui/material'
import type { ComponentType, ReactNode } from 'react'
import { textSizes } from '../../browser/theme/type-scale'
import { JobStep } from './JobStep'
import { MappingStep } from './MappingStep'
import { CheckStep, DoneStep } from './ResultSteps'
import { type ImportStep, type ImportStepProps, importSteps } from './use-import'

/**
 * Renders the steps of an import: file, columns, result of the check, import.
 * `children` are the first step.
 * With `keepsFirstStepMounted` they stay mounted, so that the input of a form is not lost.
 */
export const ImportSteps = ({
  children,
  keepsFirstStepMounted = false,
  ...props
}: ImportStepProps & { children: ReactNode; keepsFirstStepMounted?: boolean }) => {
  const { wizard } = props
  const isFirst = wizard.step === 'file' && !wizard.runningJob
  const Step = wizard.runningJob ? JobStep : steps[wizard.step]
  return (
    <Stack spacing={2}>
      <StepList current={wizard.step} />
      {wizard.problem && !isFirst && (
        <Alert severity="error" role="alert" sx={{ whiteSpace: 'pre-line' }}>
          {wizard.problem}
        </Alert>
      )}
      <Box aria-busy={wizard.busy}>
        {(isFirst || keepsFirstStepMounted) && <Box hidden={!isFirst}>{children}</Box>}
        {Step && <Step {...props} />}
      </Box>
    </Stack>
  )
}

const steps: Readonly<Record<ImportStep, ComponentType<ImportStepProps> | undefined>> = {
  file: undefined,
  mapping: MappingStep,
  check: CheckStep,
  done: DoneStep,
}

/** Renders the names of the steps. The current step is marked. */
const StepList = ({ current }: { current: ImportStep }) => {
  const names = Object.keys(importSteps)
  const currentIndex = names.indexOf(current)
  return (
    <Box component="ol" aria-label="匯入步驟" sx={listStyles}>
      {Object.entries(importSteps).map(([name, text], index) => (
        <Box
          component="li"
          key={name}
          aria-current={name === current ? 'step' : undefined}
          sx={{ ...itemStyles, ...(index <= currentIndex ? reachedStyles : {}) }}
        >
          <Box component="span" aria-hidden sx={index <= currentIndex ? { ...badge, ...reachedBadge } : badge}>
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
const badge = {
  display: 'grid',
  placeItems: 'center',
  width: 26,
  height: 26,
  borderRadius: '50%',
  border: 1,
  borderColor: 'divider',
  fontSize: textSizes.label,
}
const reachedBadge = { bgcolor: 'primary.main', borderColor: 'primary.main', color: 'primary.contrastText' }
