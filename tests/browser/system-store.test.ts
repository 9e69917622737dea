import { expect, test } from 'vitest'
import { beginOverlay, systemState, watchWindow } from '../../src/browser/storage/system-store'

test('the overlay is initially off and counts the calls in progress', () => {
  expect(systemState().overlay).toBe(false)
  const [first, second] = [beginOverlay(), beginOverlay()]
  first()
  first()
  expect(systemState().overlay).toBe(true)
  second()
  expect(systemState().overlay).toBe(false)
})

// A separate copy, because the module that other files of the worker share already listens to their windows.
const [loadCopy] = Object.values(
  import.meta.glob<typeof import('../../src/browser/storage/system-store')>(
    '../../src/browser/storage/system-store.ts',
    { query: '?copy' },
  ),
)

test('the window width is initially 0 and updated on resize', async () => {
  const copy = await loadCopy?.()
  expect(copy?.systemState()).toEqual({ overlay: false, windowWidth: 0 })
  const stop = watchWindow()
  window.dispatchEvent(new Event('resize'))
  expect(systemState().windowWidth).toBe(window.innerWidth)
  stop()
})
