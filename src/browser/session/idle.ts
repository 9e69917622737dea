import { type CacheKey, removeCache } from '../storage/cache'
import { removeCookie } from '../storage/cookie'

/** Removes a cached item after that many milliseconds without mouse movement or key presses; returns the function that stops watching. */
export const clearCacheWhenIdle = (key: CacheKey, period: number, watch?: IdleWatch): (() => void) => whenIdle(period, () => removeCache(key), watch)

/** Removes a cookie after that many milliseconds without mouse movement or key presses; returns the function that stops watching. */
export const clearCookieWhenIdle = (name: string, period: number, watch?: IdleWatch): (() => void) => whenIdle(period, () => removeCookie(name), watch)

/** Calls back once when the user has been idle for that long in every tab of the site: by a watch of its own, or as one more step of a watch that warns first. */
export const whenIdle = (period: number, callBack: () => void, watch: IdleWatch = watchIdle()): (() => void) => {
  watch.at(period, callBack)
  return watch.stop
}

/** A watch over the user's activity. */
export type IdleWatch = ReturnType<typeof watchIdle>

/**
 * Calls back at each of several spans of idleness (milliseconds), counted from the last activity in any tab; the last one ends the watch.
 * Once the first has been reached, only `extend` (in any tab) restarts the count, and `onActive` is called.
 */
export const watchIdle = (spans: Readonly<Record<number, () => void>> = {}, onActive: () => void = () => {}) => {
  let steps: readonly Step[] = []
  const tabs = new BroadcastChannel('activity')
  let lastActivity = Date.now()
  let reached = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Reads the clock now: the timers of a tab in the background come late. */
  function check(): void {
    // A sleeping computer stops timers, so the clock decides, not the timer.
    const idle = Date.now() - lastActivity
    for (const { callBack } of steps.slice(reached).filter(({ span }) => idle >= span)) {
      reached += 1
      if (reached === steps.length) stop()
      callBack()
    }
    wait()
  }

  function wait() {
    clearTimeout(timer)
    const next = steps[reached]
    if (next) timer = setTimeout(check, next.span - (Date.now() - lastActivity))
  }

  /** Adds a step before the first is reached; those of one span come in the order in which they were added. */
  const at = (span: number, callBack: () => void) => {
    steps = [...steps, { span, callBack }].sort((one, other) => one.span - other.span)
    wait()
  }

  const active = () => {
    lastActivity = Date.now()
    if (reached === 0) return
    reached = 0
    wait()
    onActive()
  }
  /** Takes the user for active now, in every tab. */
  const extend = () => {
    const quietFor = Date.now() - lastActivity
    active()
    if (quietFor >= 1000) tabs.postMessage('active')
  }
  // Once the warning is shown, only its buttons count: one that disappears on mouse movement could not be read.
  const note = () => {
    if (reached === 0) extend()
  }

  function stop() {
    clearTimeout(timer)
    tabs.close()
    for (const type of activity) window.removeEventListener(type, note)
  }

  tabs.onmessage = active
  for (const type of activity) window.addEventListener(type, note, { passive: true })
  for (const [span, callBack] of Object.entries(spans)) at(Number(span), callBack)
  return {
    at,
    extend,
    check,
    /** Milliseconds since the last activity. */
    idleFor: () => Date.now() - lastActivity,
    stop,
  }
}

interface Step {
  readonly span: number
  readonly callBack: () => void
}

// A finger on the screen is a phone's mouse movement.
const activity = ['mousemove', 'keydown', 'touchstart'] as const
