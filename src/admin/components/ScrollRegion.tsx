import { Box } from '@mui/material'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

interface ScrollRegionProps {
  readonly label: string
  /** The last column stays visible, so it draws the shadow, not the edge. */
  readonly stickyEnd?: boolean
  /** Longer than this, it scrolls upright too. */
  readonly maxHeight?: string
  readonly boxRef?: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

/** A table that may be wider than its place: a shadow says that there is more, and the keyboard scrolls it. */
export const ScrollRegion = ({ label, stickyEnd = false, maxHeight, boxRef, children }: ScrollRegionProps) => {
  const own = useRef<HTMLDivElement>(null)
  const ref = boxRef ?? own
  const { wide, tall, more } = useMore(ref)
  const ways = wide && tall ? '可捲動' : tall ? '可上下捲動' : '可左右捲動'
  const reach = wide || tall ? { role: 'region', 'aria-label': `${label}，${ways}`, tabIndex: 0 } : {}
  return (
    <Box sx={{ position: 'relative' }}>
      <Box ref={ref} className={more ? 'has-more' : undefined} sx={maxHeight ? { overflow: 'auto', maxHeight } : { overflowX: 'auto' }} {...reach}>
        {children}
      </Box>
      {more && !stickyEnd && <Box aria-hidden sx={edge} />}
    </Box>
  )
}

const edge = {
  position: 'absolute',
  inset: '0 0 0 auto',
  width: 16,
  pointerEvents: 'none',
  background: 'linear-gradient(to left, rgb(0 0 0 / 0.18), transparent)',
}

/** Checks whether there is anything to scroll, and whether any of it lies behind the right edge. */
const useMore = (ref: RefObject<HTMLDivElement | null>) => {
  const [state, setState] = useState({ wide: false, tall: false, more: false })
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const measure = () => {
      const hidden = box.scrollWidth - box.clientWidth
      const tall = getComputedStyle(box).overflowY !== 'hidden' && box.scrollHeight - box.clientHeight > 1
      const next = { wide: hidden > 1, tall, more: hidden - box.scrollLeft > 1 }
      setState((last) => (last.wide === next.wide && last.tall === next.tall && last.more === next.more ? last : next))
    }
    const sizes = new ResizeObserver(measure)
    for (const one of [box, ...box.children, ...box.querySelectorAll('table')]) sizes.observe(one)
    box.addEventListener('scroll', measure, { passive: true })
    measure()
    return () => {
      sizes.disconnect()
      box.removeEventListener('scroll', measure)
    }
  }, [ref])
  return state
}

/** Hides text visually and leaves it to screen readers. */
export const visuallyHidden = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' } as const
