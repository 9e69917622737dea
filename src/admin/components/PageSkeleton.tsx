import { Card, Skeleton, Stack } from '@mui/material'

/** Renders a placeholder while a page is loading. It fills the window, so that the footer does not move into view. */
export const PageSkeleton = () => (
  <Stack spacing={2} sx={{ minHeight: '100vh' }} role="status" aria-busy="true" aria-label="載入中">
    <Skeleton width={220} height={40} />
    <Card sx={{ p: 3 }}>
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton height={44} width="60%" />
    </Card>
  </Stack>
)
