import { type Breakpoint, useMediaQuery, useTheme } from '@mui/material'
import { useIsPrinting } from '../../browser/use-is-printing'

/**
 * Returns whether the screen is narrower than a breakpoint.
 * Paper never counts as narrow: a page that replaced its table by cards while it is printed would lose rows, because
 * the browser divides a page into sheets before React has rendered the change.
 */
export const useIsNarrow = (breakpoint: Breakpoint = 'md'): boolean => {
  const { down } = useTheme().breakpoints
  const isNarrow = useMediaQuery(down(breakpoint).replace('@media ', '@media screen and '))
  const isPrinting = useIsPrinting()
  return isNarrow && !isPrinting
}
