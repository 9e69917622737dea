import { type RefObject, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** The id of the table of a list. */
export const listTableId = 'list-table'

/**
 * Scrolls the table of a list, or its cards, to the first record and moves the focus there, for the buttons of the
 * pager: the next records begin at the top.
 */
export const focusTableTop = (): void => {
  const table = document.getElementById(listTableId)
  if (!table) return
  table.parentElement?.scrollTo({ top: 0 })
  table.focus({ preventScroll: true })
  table.scrollIntoView({ block: 'nearest' })
}

/** How far the table was scrolled, in pixels, by entry of the browser's history. */
const places = new Map<string, number>()

/** Keeps how far the table of a list is scrolled, for the return to its entry of the browser's history. */
export const useKeptPlace = (region: RefObject<HTMLElement | null>): void => {
  const { key } = useLocation()
  useLayoutEffect(() => {
    const element = region.current
    if (!element) return
    element.scrollTop = places.get(key) ?? 0
    const keep = () => void places.set(key, element.scrollTop)
    element.addEventListener('scroll', keep, { passive: true })
    return () => element.removeEventListener('scroll', keep)
  }, [key, region])
}
