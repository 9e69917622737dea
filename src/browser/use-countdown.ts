import { useEffect, useState } from 'react'

/**
 * Returns the whole seconds until `endsAt` (milliseconds since 1970), then 0; rerenders the component as the seconds
 * pass.
 */
export const useCountdown = (endsAt: number): number => {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsUntil(endsAt))
  useEffect(() => {
    setSecondsLeft(secondsUntil(endsAt))
    // An interval of a whole second would drift, and the display would skip a second now and then.
    const timer = setInterval(() => setSecondsLeft(secondsUntil(endsAt)), 250)
    return () => clearInterval(timer)
  }, [endsAt])
  return secondsLeft
}

/** Returns seconds as minutes and seconds: `9:05`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const secondsUntil = (endsAt: number) => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
