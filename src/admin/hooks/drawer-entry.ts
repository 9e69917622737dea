import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ReferencedRecord } from '../fields/reference-link'

/** Returns the record in the drawer of the present entry of the history, and the functions that open and close a drawer. */
export const useDrawerEntry = () => {
  const location = useLocation()
  const navigate = useNavigate()
  // `open` stays the same, because all references of the page depend on it.
  const latest = useRef(location)
  const closed = useRef<string>(undefined)
  useEffect(() => {
    latest.current = location
  }, [location])
  const open = useCallback(
    (link: ReferencedRecord) => {
      const { pathname, search, state } = latest.current
      void navigate({ pathname, search }, { state: { ...state, _scrollToTop: false, [drawerState]: link } })
    },
    [navigate],
  )
  const close = () => {
    // A second Escape before the browser has gone back would leave the page.
    if (closed.current === location.key) return
    closed.current = location.key
    void navigate(-1)
  }
  return { link: drawerOf(location.state), open, close }
}

const drawerState = 'drawer'

/** Returns the record that an entry of the history shows in a drawer, by the entry's state. */
export const drawerOf = (state: unknown): ReferencedRecord | undefined =>
  (state as { readonly [drawerState]?: ReferencedRecord } | null)?.[drawerState]
