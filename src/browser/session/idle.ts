import { type CacheKey, removeCache } from '../storage/cache'
import { removeCookie } from '../storage/cookie'

/**
 * Removes a cached item after `idleTime` milliseconds without user activity.
 * Returns the function that stops the watch.
 */
export const clearCacheWhenIdle = (key: CacheKey, idleTime: number, watch?: IdleWatch): (() => void) =>
  whenIdle(idleTime, () => removeCache(key), watch)

/** Removes a cookie after `idleTime` milliseconds without user activity. Returns the function that stops the watch. */
export const clearCookieWhenIdle = (name: string, idleTime: number, watch?: IdleWatch): (() => void) =>
  whenIdle(idleTime, () => removeCookie(name), watch)

/**
 * Calls `onReached` when the user has been idle for `idleTime` milliseconds in every tab of the site.
 * Adds the call to the given watch or to a new one.
 * Returns the function that stops that watch.
 */
export const whenIdle = (idleTime: number, onReached: () => void, watch: IdleWatch = watchIdle()): (() => void) => {
  watch.addStep(idleTime, onReached)
  return watch.stop
}

/** A running watch on the user's activity. */
export type IdleWatch = ReturnType<typeof watchIdle>

/**
 * Watches the user's activity in all tabs.
 * The keys of `handlers` are idle times in milliseconds; each handler is called when the user has been idle for that
 * time.
 * After the first handler has been called, only `extend` (in any tab) restarts the idle time; `onRestart` is called
 * then.
 * The watch ends with the call of the last handler.
 */
export const watchIdle = (handlers: Readonly<Record<number, () => void>> = {}, onRestart: () => void = () => {}) => {
  let steps: readonly IdleStep[] = []
  const tabs = new BroadcastChannel('activity')
  let lastActivity = Date.now()
  let reachedCount = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Runs the steps that are due. Also called on events, because timers of background tabs are late. */
  function check(): void {
    // Timers stop while the computer sleeps, so the idle time is computed from the clock.
    const idle = Date.now() - lastActivity
    for (const { onReached } of steps.slice(reachedCount).filter(({ idleTime }) => idle >= idleTime)) {
      reachedCount += 1
      if (reachedCount === steps.length) stop()
      onReached()
    }
    startTimer()
  }

  function startTimer() {
    clearTimeout(timer)
    const nextStep = steps[reachedCount]
    if (nextStep) timer = setTimeout(check, nextStep.idleTime - (Date.now() - lastActivity))
  }

  /**
   * Adds a step; must be called before the first step is reached.
   * Steps with the same idle time run in the order in which they were added.
   */
  const addStep = (idleTime: number, onReached: () => void) => {
    steps = [...steps, { idleTime, onReached }].sort((a, b) => a.idleTime - b.idleTime)
    startTimer()
  }

  const restart = () => {
    lastActivity = Date.now()
    if (reachedCount === 0) return
    reachedCount = 0
    startTimer()
    onRestart()
  }
  /** Restarts the idle time in every tab. Other tabs are notified at most once a second. */
  const extend = () => {
    const idle = Date.now() - lastActivity
    restart()
    if (idle >= 1000) tabs.postMessage('active')
  }
  // The first step shows a warning.
  // From then on, only the buttons of the warning restart the idle time: a warning that disappears on mouse movement
  // could not be read.
  const onActivity = () => {
    if (reachedCount === 0) extend()
  }

  function stop() {
    clearTimeout(timer)
    tabs.close()
    for (const type of activityEvents) window.removeEventListener(type, onActivity)
  }

  tabs.onmessage = restart
  for (const type of activityEvents) window.addEventListener(type, onActivity, { passive: true })
  for (const [idleTime, onReached] of Object.entries(handlers)) addStep(Number(idleTime), onReached)
  return {
    addStep,
    extend,
    check,
    /** Milliseconds since the last activity. */
    idleFor: () => Date.now() - lastActivity,
    stop,
  }
}

interface IdleStep {
  /** Milliseconds without activity after which the step runs. */
  readonly idleTime: number
  readonly onReached: () => void
}

// Phones have touches instead of mouse movement.
const activityEvents = ['mousemove', 'keydown', 'touchstart'] as const
