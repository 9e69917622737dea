import { Box } from '@mui/material'
import { type Dispatch, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Renders the tooltip of the element that the mouse rests on, or that has the focus of the keyboard.
 * Its text is the element's `data-tip`, or the name of a button that has an icon only, or a text that is cut off.
 * The mouse that opened it may move onto it, and every key closes it (WCAG 1.4.13). An empty `data-tip` has no tooltip.
 * Screen readers have the text from the element, so they do not read it again.
 */
export const Tooltips = () => {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => showTips(setTip), [])
  return tip && createPortal(<Bubble {...tip} />, document.body)
}

interface Tip {
  readonly text: string
  readonly owner: Element
  /** Whether the mouse may move onto it; otherwise, it does not keep a click from what it covers. */
  readonly isHovered?: boolean
}

const bubbleId = 'tooltip'
/** Milliseconds that the mouse rests on an element before its tooltip appears. */
const restTime = 400

/** Calls the function with the tooltip to show, or null; returns the function that ends this. */
const showTips = (show: Dispatch<Tip | null>): (() => void) => {
  let owner: Element | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const showNext = (next: Tip | undefined, delay: number) => {
    if (next?.owner === owner) return
    hide()
    owner = next?.owner
    if (next) timer = setTimeout(() => next.owner.isConnected && show(next), delay)
  }
  const hide = () => {
    clearTimeout(timer)
    owner = undefined
    show(null)
  }
  const listeners: Partial<Record<keyof DocumentEventMap, (event: Event) => void>> = {
    pointerover: (event) => {
      const { target, pointerType } = event as PointerEvent
      if (pointerType !== 'mouse' || !(target instanceof Element) || target.closest(`#${bubbleId}`)) return
      showNext(hoveredTip(target), restTime)
    },
    focusin: ({ target }) => {
      if (target instanceof Element && target.matches('button:focus-visible, a:focus-visible'))
        showNext(tipAt(target), 0)
    },
    focusout: hide,
    pointerdown: hide,
    keydown: hide,
    scroll: hide,
  }
  // The mouse may have arrived before this code was loaded.
  const hovered = [...document.querySelectorAll(':hover')].at(-1)
  if (hovered) showNext(hoveredTip(hovered), restTime)
  const entries = Object.entries(listeners)
  for (const [type, listener] of entries) document.addEventListener(type, listener, { capture: true })
  return () => {
    clearTimeout(timer)
    for (const [type, listener] of entries) document.removeEventListener(type, listener, { capture: true })
  }
}

const hoveredTip = (target: Element): Tip | undefined => {
  const tip = tipAt(target)
  return tip && { ...tip, isHovered: true }
}

const tipAt = (target: Element): Tip | undefined => {
  for (let owner: Element | null = target; owner && owner !== document.body; owner = owner.parentElement) {
    const text = tipOf(owner)
    if (text) return { text, owner }
  }
  return undefined
}

const tipOf = (element: Element): string | null => {
  const tip = element.getAttribute('data-tip')
  if (tip !== null) return tip
  if (element.textContent.trim() === '') return element.matches('button, a') ? element.getAttribute('aria-label') : null
  // Each line of a cell is a line of its tooltip.
  return element instanceof HTMLElement && isCutOff(element) ? element.innerText : null
}

const isCutOff = (element: HTMLElement): boolean =>
  element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === 'ellipsis'

const Bubble = ({ text, owner, isHovered = false }: Tip) => {
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (bubble.current) place(bubble.current, owner)
  })
  return (
    <Box
      ref={bubble}
      id={bubbleId}
      role="tooltip"
      aria-hidden
      sx={bubbleStyles}
      style={{ pointerEvents: isHovered ? 'auto' : 'none' }}
    >
      <span>{text}</span>
    </Box>
  )
}

/**
 * Places the bubble in the middle below its owner, above it if there is no room below, or at its right side if the owner
 * asks for that with `data-tip-side`.
 */
const place = ({ style, offsetWidth: width, offsetHeight: height }: HTMLElement, owner: Element): void => {
  const { left, right, top, bottom } = owner.getBoundingClientRect()
  const isBeside = owner.getAttribute('data-tip-side') === 'right'
  const besideTop = (top + bottom - height) / 2
  const belowTop = bottom + height <= window.innerHeight ? bottom : top - height
  style.top = `${isBeside ? besideTop : belowTop}px`
  const middle = (left + right - width) / 2
  style.left = `${Math.max(0, Math.min(isBeside ? right : middle, document.documentElement.clientWidth - width))}px`
}

// The gap to the element is padding, so that the mouse can cross it.
const bubbleStyles = {
  position: 'fixed',
  zIndex: 'tooltip',
  maxWidth: 'min(360px, 100vw)',
  p: '6px',
  displayPrint: 'none',
  '& > span': {
    display: 'block',
    px: 1,
    py: 0.5,
    borderRadius: 1,
    bgcolor: 'text.primary',
    color: 'background.paper',
    fontSize: 'var(--text-label)',
    lineHeight: 1.5,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
  },
}
