import RefreshIcon from '@mui/icons-material/Refresh'
import { Box, Button, Skeleton, Stack, Typography } from '@mui/material'
import { type ReactNode, useDeferredValue } from 'react'
import { SectionCard } from '../components/SectionCard'

/** A height in pixels, which may differ on phones. */
type Height = number | { readonly xs: number; readonly sm: number }

interface OverviewCardProps<Data> {
  readonly title: string
  readonly note?: string
  /** The data; undefined while they are read. */
  readonly data: Data | undefined
  readonly error: unknown
  readonly refetch: () => void
  /** The height of the content in pixels, which the placeholder has too, so that nothing moves when the data arrive. */
  readonly minHeight: Height
  readonly aside?: ReactNode
  readonly children: (data: Data) => ReactNode
}

/**
 * Renders a card of the first page: its figures, a placeholder while they are read, or the failure with 重試.
 * React renders new figures in short steps, between which the browser can respond.
 */
export const OverviewCard = <Data,>({
  title,
  note,
  data: newest,
  error,
  refetch,
  minHeight,
  aside,
  children,
}: OverviewCardProps<Data>) => {
  const data = useDeferredValue(newest)
  return (
    <SectionCard title={title} {...(note && { note })} aside={aside}>
      <Box sx={{ minHeight, '@media print': { minHeight: 0 } }}>
        {error ? <CardFailure title={title} error={error} onRetry={refetch} /> : null}
        {!error && data === undefined ? <CardSkeleton title={title} height={minHeight} /> : null}
        {!error && data !== undefined ? children(data) : null}
      </Box>
    </SectionCard>
  )
}

const CardSkeleton = ({ title, height }: { title: string; height: Height }) => (
  <Box role="status" aria-busy="true" aria-label={`${title}載入中`}>
    <Skeleton variant="rounded" sx={{ height }} />
  </Box>
)

const CardFailure = ({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) => (
  <Stack role="alert" spacing={1} sx={{ alignItems: 'flex-start' }}>
    <Typography>
      「{title}」讀取失敗。{error instanceof Error ? error.message : '請稍後再試。'}
    </Typography>
    <Button variant="outlined" size="small" startIcon={<RefreshIcon />} onClick={onRetry}>
      重試
    </Button>
  </Stack>
)

/** Renders the text of a card that has nothing to show. */
export const NothingToShow = ({ children }: { children: ReactNode }) => (
  <Typography color="textSecondary">{children}</Typography>
)
