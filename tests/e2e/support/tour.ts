import { readFileSync } from 'node:fs'
import type { BrowserContext, Locator, Page, Response } from 'playwright'
import { inject } from 'vitest'
import { accessReason } from '../../../src/contract/access-reason'
import type { SchemaSet } from '../../../src/schema/load/schema-set'
import { daysOfPeriod } from '../../../src/schema/reports/period'
import type { WatchedPage } from './browser'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** Injects axe into the pages of a context; must be called before the first page is opened. */
export const injectAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript({ content: axe })

/** Returns the accessibility violations of a page, and whether its content is wider than the window. */
export async function problemsOf(page: Page): Promise<string[]> {
  // Half-faded colours have too little contrast; endless animations are not waited for.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  )
  return look(page)
}

async function look(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [...violations, ...(overflow > 1 ? [`the content is ${overflow} px wider than the window`] : [])]
}

/** Returns the menu of the signed-in user: the labels and the paths. */
export async function menuOf(page: Page): Promise<{ label: string; path: string }[]> {
  // A phone has the menu in a drawer.
  const isPhone = (page.viewportSize()?.width ?? 0) < 900
  if (isPhone) await page.getByRole('button', { name: '開啟選單' }).click()
  const entries = page.locator('.menu-link[href^="/admin/"]:not(.view)')
  await entries.first().waitFor()
  const menu = await entries.evaluateAll((links) =>
    links.map((link) => ({ label: link.textContent?.trim() ?? '', path: link.getAttribute('href') ?? '' })),
  )
  if (isPhone) await page.keyboard.press('Escape')
  return menu
}

/** A page of a tour. */
export interface TourStop {
  /** The page's heading contains it. */
  readonly label: string
  readonly path: string
  /**
   * What the page must show besides its heading: the result of its query with rows, a result that may also be the
   * message that there are none, or any section.
   */
  readonly content?: 'rows' | 'result' | 'section'
}

/**
 * The pages that may have no rows: nobody has asked for some, the demo's first company has no white list, no loaded
 * accounts and no texts of its own for notices, or nobody has paid on the last business day.
 */
const emptyAtFirst = [
  ...['DailyPaidReport', 'Report', 'makePDFList', 'whiteList', 'whiteListImportList'],
  ...['VACLoadingList', 'noticeTemplate'],
]

/** Returns what a page must show; `hasRows` = the user sees rows on every page that has some in the demo. */
export const contentOf = (schemas: SchemaSet, path: string, hasRows: boolean): NonNullable<TourStop['content']> => {
  const { name, kind } = schemas.get(path.replace('/admin/', ''))
  if (kind === 'custom') return 'section'
  return hasRows && !emptyAtFirst.includes(name) ? 'rows' : 'result'
}

/**
 * Opens each page as a click in the menu would, and runs its query if it shows nothing before.
 * Saves a screenshot if `pictures`, the start of their paths, is not empty.
 * Returns the problems, each with its page: of accessibility and content, console errors, and calls that the backend
 * refuses.
 */
export async function visitAll(
  { page, complaints }: WatchedPage,
  stops: readonly TourStop[],
  pictures: string,
): Promise<string[]> {
  const problems: string[] = []
  const refusals = watchRefusals(page)
  const visit = async ({ label, path, content }: TourStop): Promise<readonly string[]> => {
    const found: string[] = []
    await page.goto(path)
    found.push(...(await giveReason(page, page.getByRole('heading', { level: 1 }).first())))
    await page.waitForLoadState('networkidle')
    if (content === 'rows' || content === 'result') found.push(...(await runQuery(page)))
    if (content) found.push(...(await contentProblems(page, content)))
    const title = (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? ''
    if (!(await page.getByRole('button', { name: /^使用者選單/ }).isVisible())) found.push('nobody can sign out')
    if (!title.includes(label)) found.push(`the heading is "${title}", the menu says "${label}"`)
    if (pictures) await page.screenshot({ path: `${pictures}${path.replaceAll('/', '_')}.png`, fullPage: true })
    return [...found, ...(await problemsOf(page)), ...(await refusals())]
  }
  for (const stop of stops) {
    // What hinders the look at a page is one problem among those of the tour.
    const found = await visit(stop).catch((error: unknown) => [String(error)])
    problems.push(...found.map((problem) => `${stop.path}: ${problem}`))
  }
  return [...problems, ...complaints]
}

/**
 * Returns the function that returns the calls which the backend has refused since it was called last.
 * Such a response has the status 200; the browser reports other failures itself.
 */
const watchRefusals = (page: Page): (() => Promise<readonly string[]>) => {
  let calls: Promise<readonly string[]>[] = []
  page.on('response', (response) => {
    const isEnvelope = response.headers()['content-type']?.startsWith('application/json') === true
    if (response.ok() && isEnvelope && response.url().includes('/api/')) calls.push(refusalIn(response))
  })
  return async () => {
    const ended = calls
    calls = []
    return (await Promise.all(ended)).flat()
  }
}

const refusalIn = async (response: Response): Promise<readonly string[]> => {
  // Only a response to a page that has been left has no body.
  const { ReturnCode, ReturnMsg, OutData } = await response.json().catch(() => ({ ReturnCode: '0000' }))
  // A user of the bank is asked for the reason by such a refusal.
  const isExpected = ReturnCode === '0000' || OutData?.Errors?.[accessReason] !== undefined
  return isExpected ? [] : [`${response.url()} is refused: ${ReturnCode} ${ReturnMsg} ${JSON.stringify(OutData)}`]
}

/**
 * Waits until an element is shown.
 * If the page first asks a user of the bank for the reason, answers; returns the problems of that dialog.
 */
async function giveReason(page: Page, awaited: Locator): Promise<readonly string[]> {
  const reason = page.getByRole('textbox', { name: '事由' })
  await awaited.or(reason).first().waitFor()
  if (!(await reason.isVisible())) return []
  const problems = await problemsOf(page)
  await reason.fill('客戶來電查詢')
  await page.getByRole('button', { name: '確定' }).click()
  await awaited.waitFor()
  return problems.map((problem) => `reason: ${problem}`)
}

const resultCount = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByText(/^共 [\d,]+ 筆$/)
    .first()

/** Runs the query of a page that shows nothing before, over last month or the last business day. */
async function runQuery(page: Page): Promise<readonly string[]> {
  if (!(await page.getByRole('heading', { name: '尚未查詢' }).isVisible())) return []
  const form = page.getByRole('search', { name: '查詢條件' })
  const search = form.getByRole('button', { name: '查詢', exact: true })
  await search.waitFor()
  for (const box of await form.getByRole('combobox', { name: /（必填）/ }).all())
    if ((await box.evaluate((input) => 'value' in input && input.value === '')) === true) {
      await box.click()
      await page.getByRole('option').first().click()
    }
  const lastMonth = daysOfPeriod('lastMonth', inject('demoDay'))
  for (const [index, end] of ['起', '迄'].entries()) {
    const day = form.getByRole('textbox', { name: new RegExp(`（必填）（${end}）`) })
    if (await day.isVisible()) await day.fill((lastMonth[index] ?? '').replaceAll('-', '/'))
  }
  const months = form.getByRole('group', { name: '有資料的年月' }).getByRole('button')
  const oneDay = form.getByRole('button', { name: /^上一營業日/ })
  if (await months.first().isVisible()) await months.first().click()
  else if (!(await form.getByRole('button', { name: '上月' }).isVisible()) && (await oneDay.isVisible()))
    await oneDay.click()
  await search.click()
  await page.getByRole('heading', { name: '尚未查詢' }).waitFor({ state: 'detached' })
  return giveReason(page, resultCount(page))
}

/** Returns what a page lacks of its content. */
async function contentProblems(page: Page, content: NonNullable<TourStop['content']>): Promise<readonly string[]> {
  const main = page.getByRole('main')
  if (content === 'section')
    return (await main.locator('form, table, li, h2').first().isVisible()) ? [] : ['the page is empty']
  await resultCount(page).waitFor()
  // The rows of the previous query stay until those of the running one arrive.
  await main.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  const count = Number((await resultCount(page).textContent())?.replace(/\D/g, ''))
  if (count === 0) {
    if (content === 'rows') return ['the result has no rows']
    return (await main.getByRole('heading', { name: '查無資料' }).isVisible()) ? [] : ['an empty result says nothing']
  }
  // On a desktop, the sums of a phone are hidden.
  await main.locator('tbody tr:not([aria-hidden]), ul > li').filter({ visible: true }).first().waitFor()
  return []
}
