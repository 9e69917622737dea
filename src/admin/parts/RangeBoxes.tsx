import Box from '@mui/material/Box'
import type { ComponentType } from 'react'
import type { BoxProps } from './use-box'

/** Two boxes for from and to; the value is `{from, to}`. */
export const RangeBoxes = ({ Box: One, source, label }: { Box: ComponentType<BoxProps>; source: string; label: string }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto 1fr', gap: 1, alignItems: 'start' }}>
    <One source={`${source}.from`} label={`${label}（起）`} />
    <Box component="span" aria-hidden="true" sx={{ lineHeight: '40px', color: 'text.secondary' }}>
      ～
    </Box>
    <One source={`${source}.to`} label={`${label}（迄）`} />
  </Box>
)
