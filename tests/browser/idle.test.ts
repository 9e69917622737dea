import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearCacheWhenIdle, clearCookieWhenIdle, watchIdle, whenIdle } from '../../src/browser/session/idle'
import { readCache, writeCache } from '../../src/browser/storage/cache'
import { readCookie, removeCookie, writeCookie } from '../../src/browser/storage/cookie'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  removeCookie('JWT_TOKEN')
})

test('a cached item is cleared after the period without mouse movement or key presses', () => {
  writeCache('PAYMENT_DATA', 'x')
  clearCacheWhenIdle('PAYMENT_DATA', 60_000)
  vi.advanceTimersByTime(59_999)
  expect(readCache('PAYMENT_DATA')).toBe('x')
  vi.advanceTimersByTime(1)
  expect(readCache('PAYMENT_DATA')).toBeNull()
})

test.each([
  ['mouse movement', () => window.dispatchEvent(new MouseEvent('mousemove'))],
  ['a key press', () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))],
])('%s restarts the idle period', (_, act) => {
  writeCookie('JWT_TOKEN', 'x')
  clearCookieWhenIdle('JWT_TOKEN', 60_000)
  vi.advanceTimersByTime(40_000)
  act()
  vi.advanceTimersByTime(59_999)
  expect(readCookie('JWT_TOKEN')).toBe('x')
  vi.advanceTimersByTime(1)
  expect(readCookie('JWT_TOKEN')).toBeNull()
})

test('a monitor that was stopped clears nothing', () => {
  writeCookie('JWT_TOKEN', 'x')
  clearCookieWhenIdle('JWT_TOKEN', 60_000)()
  vi.advanceTimersByTime(120_000)
  expect(readCookie('JWT_TOKEN')).toBe('x')
})

test('idle limits are reported in order; after one is reached, only an extension restarts the period', () => {
  const told: string[] = []
  const watch = watchIdle({ 60000: () => told.push('end'), 50000: () => told.push('warn') }, () => told.push('active'))
  vi.advanceTimersByTime(50_000)
  window.dispatchEvent(new MouseEvent('mousemove'))
  expect(told).toEqual(['warn'])
  watch.extend()
  vi.advanceTimersByTime(49_999)
  expect(told).toEqual(['warn', 'active'])
  vi.advanceTimersByTime(10_001)
  expect(told).toEqual(['warn', 'active', 'warn', 'end'])
  vi.advanceTimersByTime(100_000)
  expect(told).toHaveLength(4)
})

test('after the computer was asleep, both idle limits are reported together', () => {
  const told: string[] = []
  watchIdle({ 60000: () => told.push('end'), 50000: () => told.push('warn') })
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(50_000)
  expect(told).toEqual(['warn', 'end'])
})

test('touching the screen counts as activity', () => {
  writeCookie('JWT_TOKEN', 'x')
  clearCookieWhenIdle('JWT_TOKEN', 60_000)
  vi.advanceTimersByTime(40_000)
  window.dispatchEvent(new Event('touchstart'))
  vi.advanceTimersByTime(40_000)
  expect(readCookie('JWT_TOKEN')).toBe('x')
})

test('a cached item cleared by a monitor that warns first is cleared after the warning, in the order of registration', () => {
  const told: (string | null)[] = []
  writeCookie('JWT_TOKEN', 'x')
  writeCache('PAYMENT_DATA', 'x')
  const watch = watchIdle({ 50000: () => told.push('warn') })
  whenIdle(60_000, () => told.push(readCookie('JWT_TOKEN')), watch)
  clearCookieWhenIdle('JWT_TOKEN', 60_000, watch)
  clearCacheWhenIdle('PAYMENT_DATA', 60_000, watch)
  whenIdle(60_000, () => told.push(readCookie('JWT_TOKEN')), watch)
  vi.advanceTimersByTime(55_000)
  watch.extend()
  vi.advanceTimersByTime(59_999)
  expect([told, readCache('PAYMENT_DATA')]).toEqual([['warn', 'warn'], 'x'])
  vi.advanceTimersByTime(1)
  expect([told, readCache('PAYMENT_DATA')]).toEqual([['warn', 'warn', 'x', null], null])
})
