import type { Clock } from '../../src/server/ports'

/** A clock that stands still until a test moves it. */
export type TestClock = Clock & {
  set(at: string | Date): void
  advance(time: { days?: number; minutes?: number; seconds?: number }): void
}

/** Returns a clock that starts on 2026-11-20 at 10:00 in Taipei by default. */
export const testClock = (start = '2026-11-20T10:00:00+08:00'): TestClock => {
  let now = new Date(start)
  return Object.assign(() => new Date(now), {
    set: (at: string | Date) => {
      now = new Date(at)
    },
    advance: ({ days = 0, minutes = 0, seconds = 0 }) => {
      now = new Date(now.getTime() + ((days * 24 * 60 + minutes) * 60 + seconds) * 1000)
    },
  })
}
