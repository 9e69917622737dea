import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Calls `onTick` every two seconds while `isActive` is true and the page is visible.
 * Pauses while the browser is offline, because each request would fail and open a dialog.
 */
export const usePolling = (onTick: () => void, isActive: boolean): void => {
  const latestOnTick = useRef(onTick)
  useEffect(() => {
    latestOnTick.current = onTick
  })
  // The timer starts before the page with the unfinished work is painted.
  useLayoutEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => {
      if (!document.hidden && navigator.onLine) latestOnTick.current()
    }, 2000)
    return () => clearInterval(timer)
  }, [isActive])
}
