import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { signInOnPage, withBrowser } from '../browser'
import { type Measurement, median, withLimit } from './measure'
import { benchSecret, type ServerProcess, startPortalProcess, withClosing, withFolder } from './process'

/** Number of times that the list is opened. */
const runs = 7

/** Factor by which the processor of the measured browser is slowed down. */
const slowdown = 4

/**
 * Measures how soon a signed-in user sees the first row of the bills list in a browser without cached files, on a slow
 * processor.
 */
export const benchFirstList = (): Promise<readonly Measurement[]> =>
  withFolder((DATA_DIR) =>
    withClosing(startPortalProcess({ DATA_DIR }), (server) =>
      withBrowser((browser) => measureFirstList(browser, server)),
    ),
  )

const measureFirstList = async (browser: Browser, { url }: ServerProcess): Promise<readonly Measurement[]> => {
  const options: BrowserContextOptions = {
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
  }
  const storageState = await withContext(browser, options, async (page) => {
    await signInOnPage(page, 'maker01', benchSecret)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    return page.context().storageState()
  })
  const openings: Opening[] = []
  for (let run = 0; run < runs; run++) openings.push(await withContext(browser, { ...options, storageState }, openList))
  const title = `the bills list on a processor ${slowdown} times slower`
  const measurementOf = (figureName: string, values: readonly number[], max: number) =>
    withLimit({ title: `${title}, ${figureName}`, portalFigure: median(values), unit: 'ms' }, { max })
  return [
    measurementOf(
      'first row',
      openings.map(({ firstRow }) => firstRow),
      1500,
    ),
    measurementOf(
      'blocking time',
      openings.map(({ blockingTime }) => blockingTime),
      600,
    ),
  ]
}

const withContext = async <T>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page) => Promise<T>,
): Promise<T> => {
  const context = await browser.newContext(options)
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Milliseconds for which the blocking time is still measured after the first row. */
const settlingMs = 2000

/** The times of one opening of the list, in milliseconds. */
interface Opening {
  /** From the navigation until the first row is painted. */
  readonly firstRow: number
  /** The sum of the time beyond 50 ms of every task, from the navigation until `settlingMs` after the first row. */
  readonly blockingTime: number
}

const openList = async (page: Page): Promise<Opening> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(`
    window.opening = { blockingTime: 0 }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.opening.blockingTime += Math.max(0, duration - 50)
    }).observe({ type: 'longtask', buffered: true })
    new MutationObserver((_, observer) => {
      if (!document.querySelector('tbody tr')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => { window.opening.firstRow = performance.now() }))
    }).observe(document, { childList: true, subtree: true })`)
  await page.goto('/admin/bills')
  await page.locator('tbody tr').first().waitFor()
  await page.waitForTimeout(settlingMs)
  return page.evaluate<Opening>('window.opening')
}
