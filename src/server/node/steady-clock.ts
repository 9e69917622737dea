import type { Clock, Log } from '../ports'

/** Milliseconds that a clock may be set by, as time servers do, without anybody being told. */
const tolerance = 5000

interface Sources {
  readonly wall: () => number
  /** Runs evenly whatever the wall clock does. */
  readonly even: () => number
}

/**
 * The machine's clock without its leaps backwards: one-time passwords, locks and sessions must not live longer because somebody set the clock back.
 * After such a leap time goes on evenly from where it was, until the wall clock has caught up or the process starts anew; the log says so.
 * A leap forward that is taken back is followed: else the portal would work on in a future that never came. `wentBack` is told.
 */
export const steadyClock = (log: Log, wentBack: () => void = () => {}, { wall, even }: Sources = { wall: Date.now, even: () => performance.now() }): Clock => {
  // What all leaps so far add up to.
  let [lastWall, lastEven, drift] = [wall(), even(), 0]
  return () => {
    const [nowWall, nowEven] = [wall(), even()]
    const leap = nowWall - lastWall - (nowEven - lastEven)
    lastWall = nowWall
    lastEven = nowEven
    if (Math.abs(leap) > tolerance) {
      const followed = leap < 0 && drift > tolerance
      drift += leap
      log.warn('clock leapt', { seconds: Math.round(leap / 1000), aheadSeconds: Math.round(aheadOf(drift) / 1000), advice: adviceFor(aheadOf(drift)) })
      if (followed) wentBack()
    }
    return new Date(nowWall + aheadOf(drift))
  }
}

/** How far the portal's time is ahead of the wall clock's. */
const aheadOf = (drift: number): number => Math.max(0, -drift)

const adviceFor = (ahead: number): string =>
  ahead === 0 ? 'The time is taken as it is now.' : 'The portal keeps the time it had. If the clock is right now, restart the portal.'
