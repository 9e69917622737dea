import { Box, Typography } from '@mui/material'
import { countText } from '../../browser/format'

/** Counts by their names. */
export const Figures = ({ figures }: { figures: Readonly<Record<string, number>> }) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(5, 1fr)' } }}>
    {Object.entries(figures).map(([name, value]) => (
      <Box key={name}>
        <Typography component="dt" color="textSecondary" sx={{ fontSize: '0.8125rem' }}>
          {name}
        </Typography>
        <Typography component="dd" sx={{ m: 0, fontSize: '1.125rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {countText(value)}
        </Typography>
      </Box>
    ))}
  </Box>
)
