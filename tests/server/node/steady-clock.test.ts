import { expect, test } from 'vitest'
import { steadyClock } from '../../../src/server/node/steady-clock'
import { testLog } from '../../support/ports'

const start = Date.parse('2026-11-20T08:00:00Z')
const minute = 60_000

/** A clock whose machine lives through what the test says. */
const machine = () => {
  let [wall, even, back] = [start, 0, 0]
  const log = testLog()
  const clock = steadyClock(log, () => back++, { wall: () => wall, even: () => even })
  return {
    log,
    timesBack: () => back,
    pass: (milliseconds: number) => {
      wall += milliseconds
      even += milliseconds
      return (clock().getTime() - start) / minute
    },
    leap: (milliseconds: number) => {
      wall += milliseconds
      return (clock().getTime() - start) / minute
    },
  }
}

test('a clock that is set back does not lengthen anything: time goes on from where it was', () => {
  const { pass, leap, log } = machine()
  expect(pass(10 * minute)).toBe(10)
  expect(leap(-60 * minute)).toBe(10)
  expect(pass(20 * minute)).toBe(30)
  expect(log.lines).toMatchObject([{ level: 'warn', event: 'clock leapt', facts: { seconds: -3600, aheadSeconds: 3600 } }])
})

test('a clock that is set right again is followed', () => {
  const { pass, leap } = machine()
  leap(-60 * minute)
  expect(leap(60 * minute)).toBe(0)
  expect(leap(30 * minute)).toBe(30)
  expect(pass(minute)).toBe(31)
})

test('a leap forward that is taken back is followed, and told; what goes back beyond it is not', () => {
  const { pass, leap, timesBack } = machine()
  expect(leap(6 * 365 * 1440 * minute)).toBe(6 * 365 * 1440)
  expect(pass(10 * minute)).toBe(6 * 365 * 1440 + 10)
  expect(timesBack()).toBe(0)
  expect(leap(-6 * 365 * 1440 * minute)).toBe(10)
  expect(timesBack()).toBe(1)
  expect(leap(-60 * minute)).toBe(10)
  expect(timesBack()).toBe(1)
  expect(pass(minute)).toBe(11)
})

test('the small corrections of a time server are nobody’s business', () => {
  const { leap, log } = machine()
  expect(leap(-1000)).toBeCloseTo(-1 / 60)
  expect(log.lines).toEqual([])
})
