import { Box } from '@mui/material'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isSameValue } from '../../schema/rules/record-rules'

interface ScrollRegionProps {
  readonly label: string
  /** Whether the last column is sticky and draws the shadow itself. */
  readonly stickyEnd?: boolean
  /** The CSS `max-height`; a taller table scrolls vertically. */
  readonly maxHeight?: string
  readonly regionRef?: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

/** Renders a region that scrolls a table wider than the page. A shadow shows that the table continues, and the region can be scrolled with the keyboard. */
export const ScrollRegion = ({ label, stickyEnd = false, maxHeight, regionRef, children }: ScrollRegionProps) => {
  const ownRef = useRef<HTMLDivElement>(null)
  const ref = regionRef ?? ownRef
  const { scrollsX, scrollsY, hasMore } = useOverflow(ref)
  const directions = scrollsX && scrollsY ? '可捲動' : scrollsY ? '可上下捲動' : '可左右捲動'
  const regionProps = scrollsX || scrollsY ? { role: 'region', 'aria-label': `${label}，${directions}`, tabIndex: 0 } : {}
  return (
    <Box sx={{ position: 'relative' }}>
      <Box ref={ref} className={hasMore ? 'has-more' : undefined} sx={maxHeight ? { overflow: 'auto', maxHeight } : { overflowX: 'auto' }} {...regionProps}>
        {children}
      </Box>
      {hasMore && !stickyEnd && <Box aria-hidden sx={edgeShadow} />}
    </Box>
  )
}

const edgeShadow = {
  position: 'absolute',
  inset: '0 0 0 auto',
  width: 16,
  pointerEvents: 'none',
  background: 'linear-gradient(to left, rgb(0 0 0 / 0.18), transparent)',
}

/** Returns whether the region scrolls in each direction, and whether content is hidden beyond the right edge. */
const useOverflow = (ref: RefObject<HTMLDivElement | null>) => {
  const [state, setState] = useState({ scrollsX: false, scrollsY: false, hasMore: false })
  useMeasure(ref, (element) => {
    // A difference of one pixel is a rounding error.
    const hiddenWidth = element.scrollWidth - element.clientWidth
    const scrollsY = getComputedStyle(element).overflowY !== 'hidden' && element.scrollHeight - element.clientHeight > 1
    const next = { scrollsX: hiddenWidth > 1, scrollsY, hasMore: hiddenWidth - element.scrollLeft > 1 }
    setState((previous) => (isSameValue(previous, next) ? previous : next))
  })
  return state
}

/** Calls `measure` when the element is mounted (before it is painted) or scrolled, and when it or its content is resized. */
export const useMeasure = (ref: RefObject<HTMLElement | null>, measure: (element: HTMLElement) => void): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `measure` only sets state, so the function of the first render stays valid
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const update = () => measure(element)
    update()
    const resizeObserver = new ResizeObserver(update)
    for (const part of [element, ...element.children, ...element.querySelectorAll('table')]) resizeObserver.observe(part)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      resizeObserver.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [ref])
}
