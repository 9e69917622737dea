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
 */
export const steadyClock = (log: Log, { wall, even }: Sources = { wall: Date.now, even: () => performance.now() }): Clock => {
  let [lastWall, lastEven, ahead] = [wall(), even(), 0]
  return () => {
    const [nowWall, nowEven] = [wall(), even()]
    const leap = nowWall - lastWall - (nowEven - lastEven)
    lastWall = nowWall
    lastEven = nowEven
    if (Math.abs(leap) > tolerance) {
      ahead = Math.max(0, ahead - leap)
      log.warn('clock leapt', { seconds: Math.round(leap / 1000), aheadSeconds: Math.round(ahead / 1000), advice: adviceFor(ahead) })
    }
    return new Date(nowWall + ahead)
  }
}

const adviceFor = (ahead: number): string =>
  ahead === 0 ? 'The time is taken as it is now.' : 'The portal keeps the time it had. If the clock is right now, restart the portal.'
