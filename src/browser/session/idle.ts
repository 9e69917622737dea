import { type CacheKey, removeCache } from '../storage/cache'
import { removeCookie } from '../storage/cookie'

/** Removes a cached item after `period` milliseconds without user activity; returns the function that stops watching. */
export const clearCacheWhenIdle = (key: CacheKey, period: number, watch?: IdleWatch): (() => void) => whenIdle(period, () => removeCache(key), watch)

/** Removes a cookie after `period` milliseconds without user activity; returns the function that stops watching. */
export const clearCookieWhenIdle = (name: string, period: number, watch?: IdleWatch): (() => void) => whenIdle(period, () => removeCookie(name), watch)

/** Calls `onReached` once when the user has been idle for `period` milliseconds in every tab of the site, with the given watch or a new one. */
export const whenIdle = (period: number, onReached: () => void, watch: IdleWatch = watchIdle()): (() => void) => {
  watch.addStep(period, onReached)
  return watch.stop
}

/** A running watch of the user's activity. */
export type IdleWatch = ReturnType<typeof watchIdle>

/**
 * Watches the user's activity in all tabs. Each handler is called once the user has been idle for its delay (milliseconds); the last one ends the watch.
 * After the first one, only `extend` (in any tab) restarts the idle time, and calls `onActive`.
 */
export const watchIdle = (handlers: Readonly<Record<number, () => void>> = {}, onActive: () => void = () => {}) => {
  let steps: readonly Step[] = []
  const tabs = new BroadcastChannel('activity')
  let lastActivity = Date.now()
  let reached = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Runs the steps that are due. Also called on events, because timers of background tabs are late. */
  function check(): void {
    // A sleeping computer stops timers, so the clock decides, not the timer.
    const idle = Date.now() - lastActivity
    for (const { onReached } of steps.slice(reached).filter(({ delay }) => idle >= delay)) {
      reached += 1
      if (reached === steps.length) stop()
      onReached()
    }
    wait()
  }

  function wait() {
    clearTimeout(timer)
    const next = steps[reached]
    if (next) timer = setTimeout(check, next.delay - (Date.now() - lastActivity))
  }

  /** Adds a step; only before the first one is reached. Steps with the same delay run in the order in which they were added. */
  const addStep = (delay: number, onReached: () => void) => {
    steps = [...steps, { delay, onReached }].sort((a, b) => a.delay - b.delay)
    wait()
  }

  const restart = () => {
    lastActivity = Date.now()
    if (reached === 0) return
    reached = 0
    wait()
    onActive()
  }
  /** Restarts the idle time in every tab. */
  const extend = () => {
    const idleTime = Date.now() - lastActivity
    restart()
    if (idleTime >= 1000) tabs.postMessage('active')
  }
  // Once the warning is shown, only its buttons restart the idle time: a warning that disappears on mouse movement could not be read.
  const onActivity = () => {
    if (reached === 0) extend()
  }

  function stop() {
    clearTimeout(timer)
    tabs.close()
    for (const type of activityEvents) window.removeEventListener(type, onActivity)
  }

  tabs.onmessage = restart
  for (const type of activityEvents) window.addEventListener(type, onActivity, { passive: true })
  for (const [delay, onReached] of Object.entries(handlers)) addStep(Number(delay), onReached)
  return {
    addStep,
    extend,
    check,
    /** Milliseconds since the last activity. */
    idleFor: () => Date.now() - lastActivity,
    stop,
  }
}

interface Step {
  readonly delay: number
  readonly onReached: () => void
}

// Phones have touches instead of mouse movement.
const activityEvents = ['mousemove', 'keydown', 'touchstart'] as const
