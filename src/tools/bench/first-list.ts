import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { captchaLetters } from '../../server/accounts/captcha/captcha'
import { chromiumPath } from '../chromium.mjs'
import { type Measurement, median, withLimit } from './measure'
import { benchSecret, type ServerProcess, startPortalProcess, withClosing, withFolder } from './process'

/** Number of times that the list is opened. */
const runs = 7

/** Factor by which the processor of the measured browser is slowed down. */
const slowdown = 4

/** Measures how soon a signed-in user sees the first row of the bills list in a browser without cached files, on a slow processor. */
export const benchFirstList = (): Promise<readonly Measurement[]> =>
  withFolder((DATA_DIR) =>
    withClosing(startPortalProcess({ DATA_DIR }), async (server) => {
      const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] })
      try {
        return await measureFirstList(browser, server)
      } finally {
        await browser.close()
      }
    }),
  )

const measureFirstList = async (browser: Browser, { url }: ServerProcess): Promise<readonly Measurement[]> => {
  const options: BrowserContextOptions = { baseURL: url, viewport: { width: 1440, height: 900 }, locale: 'zh-TW', timezoneId: 'Asia/Taipei' }
  const storageState = await withContext(browser, options, async (page) => {
    await signIn(page)
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

const withContext = async <T>(browser: Browser, options: BrowserContextOptions, work: (page: Page) => Promise<T>): Promise<T> => {
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

const signIn = async (page: Page): Promise<void> => {
  const ticketResponse = page.waitForResponse((response) => response.url().includes('/Home/GetVICode') && response.ok())
  await page.goto('/company')
  await page.getByLabel('統一編號').fill('90000017')
  await page.getByLabel('使用者代號').fill('maker01')
  await page.getByLabel('密碼', { exact: true }).fill('Demo2026x')
  const { OutData } = (await (await ticketResponse).json()) as { readonly OutData: { readonly VCode: string } }
  const letters = await captchaLetters({ settings: { secret: new TextEncoder().encode(benchSecret) } }, OutData.VCode)
  await page
    .getByLabel(/圖形驗證碼/)
    .last()
    .fill(letters)
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL('**/admin**')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
}
