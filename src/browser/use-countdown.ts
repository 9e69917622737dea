import { useEffect, useState } from 'react'

/** Returns whole seconds left until a moment (milliseconds since 1970), followed by the component; 0 once it has passed. */
export const useCountdown = (until: number): number => {
  const [left, setLeft] = useState(() => secondsTo(until))
  useEffect(() => {
    setLeft(secondsTo(until))
    const timer = setInterval(() => setLeft(secondsTo(until)), 250)
    return () => clearInterval(timer)
  }, [until])
  return left
}

/** Returns seconds as `9:05`. */
export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))
