import { useEffect, useState } from 'react'

/** Returns the whole seconds until a time (milliseconds since 1970), updated as they pass; 0 afterwards. */
export const useCountdown = (endsAt: number): number => {
  const [secondsLeft, setLeft] = useState(() => secondsUntil(endsAt))
  useEffect(() => {
    setLeft(secondsUntil(endsAt))
    const timer = setInterval(() => setLeft(secondsUntil(endsAt)), 250)
    return () => clearInterval(timer)
  }, [endsAt])
  return secondsLeft
}

/** Returns seconds as `9:05`. */
export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const secondsUntil = (endsAt: number) => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
