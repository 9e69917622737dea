import { Box } from '@mui/material'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

interface ScrollRegionProps {
  readonly label: string
  /** Whether the last column is sticky and draws the shadow itself. */
  readonly stickyEnd?: boolean
  /** Further styles of the region. */
  readonly sx?: Readonly<Record<string, object>>
  readonly regionRef?: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

/**
 * Renders a region that scrolls a table in both directions if it is wider than the page or higher than the window, so
 * that its headings stay in view.
 * A shadow shows that the table continues to the right, and the region can be scrolled with the keyboard.
 * On paper the region has no limits.
 */
export const ScrollRegion = ({ label, stickyEnd = false, sx = {}, regionRef, children }: ScrollRegionProps) => {
  const ownRef = useRef<HTMLDivElement>(null)
  const ref = regionRef ?? ownRef
  useOverflowAttributes(ref, label)
  return (
    <Box className="scroll-frame" sx={frameStyles}>
      <Box ref={ref} sx={{ ...regionStyles, ...sx }}>
        {children}
      </Box>
      {!stickyEnd && <div className="edge-shadow" aria-hidden />}
    </Box>
  )
}

const regionStyles = {
  overflow: 'auto',
  // The window without the bar (4rem), and without what is below the table: the pager, the padding of the page and the
  // footer.
  // So the region and its headings are in view wherever the page is scrolled to.
  maxHeight: 'max(100vh - 15rem, 12rem)',
  // The headings must not cover the element that gets the focus.
  scrollPaddingTop: '3rem',
  '@media print': { overflow: 'visible', maxHeight: 'none' },
}

const frameStyles = {
  position: 'relative',
  '& > .edge-shadow': {
    position: 'absolute',
    inset: '0 0 0 auto',
    width: 16,
    pointerEvents: 'none',
    background: 'linear-gradient(to left, rgb(0 0 0 / 0.18), transparent)',
  },
  '& > :not(.has-more) + .edge-shadow': { display: 'none' },
  '@media print': { '& > .edge-shadow': { display: 'none' } },
}

/**
 * Marks the region as a landmark that can be focused while it scrolls, and with the class `has-more` while content is
 * hidden beyond its right edge.
 */
const useOverflowAttributes = (ref: RefObject<HTMLElement | null>, label: string): void => {
  useLayoutEffect(
    () => (ref.current ? observeSize(ref.current, (element) => setOverflowAttributes(element, label)) : undefined),
    [ref, label],
  )
}

/**
 * Sets the attributes without React, because a state that changes during the first render would make React render the
 * page again before it is painted.
 */
const setOverflowAttributes = (element: HTMLElement, label: string): void => {
  // A difference of one pixel is a rounding error.
  const hiddenWidth = element.scrollWidth - element.clientWidth
  const scrollsX = hiddenWidth > 1
  const scrollsY = getComputedStyle(element).overflowY !== 'hidden' && element.scrollHeight - element.clientHeight > 1
  const directions = scrollsX && scrollsY ? '可捲動' : scrollsY ? '可上下捲動' : '可左右捲動'
  const attributes = { role: 'region', 'aria-label': `${label}，${directions}`, tabindex: '0' }
  for (const [name, value] of Object.entries(attributes))
    setAttribute(element, name, scrollsX || scrollsY ? value : null)
  element.classList.toggle('has-more', hiddenWidth - element.scrollLeft > 1)
}

/**
 * Sets an attribute, or removes it if the value is null.
 * An unchanged attribute is not written, because the element is measured at each step of scrolling.
 */
const setAttribute = (element: HTMLElement, name: string, value: string | null): void => {
  if (element.getAttribute(name) === value) return
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}

/**
 * Calls `measure` when the element is mounted (before it is painted) or scrolled, and when it or its content is
 * resized.
 */
export const useMeasure = (ref: RefObject<HTMLElement | null>, measure: (element: HTMLElement) => void): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `measure` only sets state, so the function of the first render stays valid
  useLayoutEffect(() => (ref.current ? observeSize(ref.current, measure) : undefined), [ref])
}

/**
 * Calls `measure` at once, when the element is scrolled, and when it or its content is resized.
 * Returns the function that stops it.
 */
const observeSize = (element: HTMLElement, measure: (element: HTMLElement) => void): (() => void) => {
  const update = () => measure(element)
  update()
  const resizeObserver = new ResizeObserver(update)
  for (const part of [element, ...element.children, ...element.querySelectorAll('table')]) resizeObserver.observe(part)
  element.addEventListener('scroll', update, { passive: true })
  return () => {
    resizeObserver.disconnect()
    element.removeEventListener('scroll', update)
  }
}
