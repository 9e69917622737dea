import { Alert, type AlertColor, Box, Card, LinearProgress, Typography } from '@mui/material'
import type { ReactNode } from 'react'

interface JobResultProps {
  /** Accessible name of the card. */
  readonly label: string
  /** What the job is doing; false after it has ended. */
  readonly progress: ReactNode
  /** The result of the job as a sentence, which may contain a link, and its kind. */
  readonly result: { readonly severity: AlertColor; readonly text: ReactNode }
  /** A further message, also while the job is running. */
  readonly warning?: string | null
  /** Content below the result. */
  readonly children?: ReactNode
}

/** Renders the progress of the job that processes a record, and then its result. Screen readers announce the result. */
export const JobResult = ({ label, progress, result, warning, children }: JobResultProps) => (
  <Card component="section" aria-label={label} sx={{ p: { xs: 2, md: 3 } }}>
    <Box aria-live="polite">
      {progress || <Alert severity={result.severity}>{result.text}</Alert>}
      {warning && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {warning}
        </Alert>
      )}
    </Box>
    {children}
  </Card>
)

/** Renders what a job is doing, with a progress bar. */
export const JobProgress = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <Typography sx={{ mb: 1 }}>{children}</Typography>
    <LinearProgress aria-label={label} />
  </>
)
