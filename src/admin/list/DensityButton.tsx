import DenseIcon from '@mui/icons-material/DensitySmall'
import Button from '@mui/material/Button'
import { useDensity } from './density'

/** Moves the rows of every table closer together, or apart again. */
export const DensityButton = () => {
  const { dense, toggle } = useDensity()
  return (
    <Button size="small" startIcon={<DenseIcon />} aria-pressed={dense} onClick={toggle} sx={dense ? { bgcolor: 'var(--primary-soft)' } : undefined}>
      緊密
    </Button>
  )
}
