import type { Theme } from '@mui/material'
import { alpha, darken, lighten } from '@mui/material/styles'

/** The line between the rows of a table, which is that of MUI's tables, so that all tables look alike. */
export const rowLine = ({ palette: { mode, divider } }: Theme) =>
  `1px solid ${mode === 'light' ? lighten(alpha(divider, 1), 0.88) : darken(alpha(divider, 1), 0.68)}`
