import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openPage } from './support/browser'
import { demoPortal } from './support/demo-portal'

// The pages before the sign-in, as a phone loads them: nothing that is visible moves while the rest arrives.

/** Records the layout shifts of the page, as Lighthouse adds them up. */
const watchShifts = (page: Page) =>
  page.addInitScript(`
    window.shift = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
  `)

test.each([
  ['/', '企業戶登入'],
  ['/client', '繳款人登入'],
  ['/news', '最新消息'],
])('%s has no layout shift on a phone', async (path, heading) => {
  const { server, browser } = await demoPortal()
  const { page } = await openPage(browser, server.url)
  await page.setViewportSize({ width: 390, height: 823 })
  await watchShifts(page)
  await page.goto(path)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  // Two frames, after which the observer has reported the last shift.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await page.evaluate('window.shift')).toBeLessThan(0.005)
  await page.close()
})
