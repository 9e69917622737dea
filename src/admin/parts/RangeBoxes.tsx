import { Box } from '@mui/material'
import type { ComponentType } from 'react'
import type { Calendar } from '../../schema/types'
import type { BoxProps } from './use-box'

interface RangeProps {
  readonly Box: ComponentType<BoxProps & { calendar?: Calendar | undefined }>
  readonly source: string
  readonly label: string
  /** By which days and months are written. */
  readonly calendar?: Calendar | undefined
}

/** Two boxes for from and to; the value is `{from, to}`. */
export const RangeBoxes = ({ Box: One, source, label, calendar }: RangeProps) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: '1fr auto 1fr', gap: 1, alignItems: 'start' }}>
    <One source={`${source}.from`} label={`${label}（起）`} calendar={calendar} />
    <Box component="span" aria-hidden="true" sx={{ lineHeight: '40px', color: 'text.secondary' }}>
      ～
    </Box>
    <One source={`${source}.to`} label={`${label}（迄）`} calendar={calendar} />
  </Box>
)
