import type { Browser } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { sampled } from '../support/sample'
import { openPage, widths } from './support/browser'
import { demoPortal } from './support/demo-portal'
import type { RunningServer } from './support/server'
import { injectAxe, problemsOf } from './support/tour'

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
})

// The long suite tests the admin's pages, for every user.

const publicPaths = [
  '/company',
  '/client',
  '/news',
  '/portal',
  '/forgot-password',
  '/privacy',
  '/accessibility',
  '/site-map',
  '/contact',
  '/no-such-page',
]

test.each(sampled<readonly number[]>(widths, [390]))('every public page has no problem at %i px', async (width) => {
  const { page, context, complaints } = await openPage(browser, server.url, width)
  await injectAxe(context)
  for (const path of publicPaths) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect([path, await problemsOf(page)]).toEqual([path, []])
  }
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  await context.close()
})
