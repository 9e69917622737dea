import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright'
import type { WatchedPage } from './browser'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** Gives the pages of a context the judge of their accessibility; before the first page is opened. */
export const bringJudge = (context: BrowserContext): Promise<unknown> => context.addInitScript({ content: axe })

/** Sentences about what is wrong with the page as it stands: accessibility, and content wider than the window. */
export async function faultsOf(page: Page): Promise<string[]> {
  // A colour that is still fading in is no fault; what turns for ever is left to turn.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  )
  return look(page)
}

async function look(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `axe ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [...violations, ...(overflow > 1 ? [`the content is ${overflow} px wider than the window`] : [])]
}

/** The menu of the signed-in user: labels, without the mark of those to come, and addresses of its pages. */
export async function menuOf(page: Page): Promise<{ label: string; path: string }[]> {
  const entries = page.locator('nav[aria-label="功能選單"] a[href^="/admin/"]')
  await entries.first().waitFor({ state: 'attached' })
  return entries.evaluateAll((links) =>
    links.map((link) => ({ label: link.textContent?.replace(/建置中$/, '').trim() ?? '', path: link.getAttribute('href') ?? '' })),
  )
}

/** Opens each page as a click in the menu would, keeps its picture, and answers what was wrong, each fault with its page. */
export async function visitAll({ page, complaints }: WatchedPage, pages: readonly { label: string; path: string }[], pictures: string): Promise<string[]> {
  const faults: string[] = []
  for (const { label, path } of pages) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    const title = (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? ''
    if (!(await page.getByRole('button', { name: '登出' }).isVisible())) faults.push(`${path}: nobody can sign out`)
    if (!title.includes(label)) faults.push(`${path}: the heading is "${title}", the menu says "${label}"`)
    await page.screenshot({ path: `${pictures}${path.replaceAll('/', '_')}.png`, fullPage: true })
    faults.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`))
  }
  return [...faults, ...complaints]
}
