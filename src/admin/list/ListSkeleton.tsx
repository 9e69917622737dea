import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'

/** Rows to come. */
export const ListSkeleton = () => (
  <Box sx={{ px: 2, pb: 2 }} aria-hidden="true">
    {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
      <Skeleton key={row} height={44} />
    ))}
  </Box>
)
