import { useEffect, useRef } from 'react'

/** Calls back every so many milliseconds while it is asked to; not while the page is out of sight. */
export const useEvery = (milliseconds: number, callBack: () => void, active: boolean): void => {
  const latest = useRef(callBack)
  useEffect(() => {
    latest.current = callBack
  })
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => document.hidden || latest.current(), milliseconds)
    return () => clearInterval(timer)
  }, [active, milliseconds])
}
