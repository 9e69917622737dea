import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { chromiumPath } from '../../../src/tools/chromium.mjs'

/** The widths at which every page is tested: a desktop and a phone. */
export const widths = [1440, 390] as const

const openPages = new Set<Page>()

/** Saves screenshots of the open pages in test-results/. */
export async function saveScreenshots(name: string): Promise<void> {
  for (const [index, page] of [...openPages].entries())
    await page.screenshot({ path: `test-results/${name.slice(0, 60)}-${index}.png`, fullPage: true })
}

/** Closes all pages. */
export async function closePages(): Promise<void> {
  await Promise.all([...openPages].map((page) => page.context().close()))
}

let shared: Promise<Browser> | undefined

/** Returns the browser that all journeys of this worker share, each in sessions of its own; it ends with the worker. */
export const sharedBrowser = (): Promise<Browser> => {
  shared ??= openBrowser()
  return shared
}

/** A Chromium without its background traffic. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

/** A page in a session of its own, with its problems: console errors, exceptions, CSP violations. */
export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: readonly string[]
}

/** Opens a page of that width, in zh-TW and Taipei time. */
export async function openPage(browser: Browser, baseURL: string, width: number = widths[0]): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: width > 600 ? 900 : 844 },
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    acceptDownloads: true,
  })
  // A busy machine needs longer than Playwright's 30 seconds; the limit of a test is twice as long.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  openPages.add(page)
  page.once('close', () => openPages.delete(page))
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, complaints }
}

/** Selects an option of a select box that searches while the user types. */
export async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** Chooses an entry of the menu 更多 on a detail page. */
export const chooseFromMenu = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
