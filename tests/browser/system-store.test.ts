import { expect, test } from 'vitest'
import { beginOverlay, systemState, watchWindow } from '../../src/browser/storage/system-store'

test('the overlay is initially off and counts the calls under way', () => {
  expect(systemState().overlay).toBe(false)
  const [first, second] = [beginOverlay(), beginOverlay()]
  first()
  first()
  expect(systemState().overlay).toBe(true)
  second()
  expect(systemState().overlay).toBe(false)
})

test('the window width is initially 0 and updated on resize', () => {
  expect(systemState().windowWidth).toBe(0)
  const stop = watchWindow()
  window.dispatchEvent(new Event('resize'))
  expect(systemState().windowWidth).toBe(window.innerWidth)
  stop()
})
