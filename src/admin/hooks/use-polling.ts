import { useEffect, useRef } from 'react'

/** Calls `onTick` every two seconds while active. It pauses while the page is hidden, and without a network, when each failed call would open a dialog. */
export const usePolling = (onTick: () => void, active: boolean): void => {
  const latest = useRef(onTick)
  useEffect(() => {
    latest.current = onTick
  })
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => document.hidden || !navigator.onLine || latest.current(), 2000)
    return () => clearInterval(timer)
  }, [active])
}
