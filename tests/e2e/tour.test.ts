import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, widths } from './support/browser'
import { type RunningServer, startServer } from './support/server'
import { bringJudge, faultsOf } from './support/tour'

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

// The admin's pages are toured by the long suite, as every user.

const publicPaths = ['/company', '/client', '/news', '/portal', '/forgot-password', '/privacy', '/accessibility', '/site-map', '/contact', '/no-such-page']

test.each(widths)('every public page stands at %i px without a fault', async (width) => {
  const { page, context, complaints } = await openPage(browser, server.url, width)
  await bringJudge(context)
  for (const path of publicPaths) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `test-results/tour/public-${width}${path.replaceAll('/', '_')}.png`, fullPage: true })
    expect([path, await faultsOf(page)]).toEqual([path, []])
  }
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  await context.close()
})
