import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright'
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

/** Returns the menu of the signed-in user: the labels, without the mark of planned pages, and the paths. */
export async function menuOf(page: Page): Promise<{ label: string; path: string }[]> {
  const entries = page.locator('nav[aria-label="功能選單"] a[href^="/admin/"]')
  await entries.first().waitFor({ state: 'attached' })
  return entries.evaluateAll((links) =>
    links.map((link) => ({
      label: link.textContent?.replace(/建置中$/, '').trim() ?? '',
      path: link.getAttribute('href') ?? '',
    })),
  )
}

/** Opens each page as a click in the menu would, saves a screenshot, and returns the problems, each with its page. */
export async function visitAll(
  { page, complaints }: WatchedPage,
  pages: readonly { label: string; path: string }[],
  pictures: string,
): Promise<string[]> {
  const problems: string[] = []
  for (const { label, path } of pages) {
    await page.goto(path)
    problems.push(...(await giveReason(page)).map((problem) => `${path}, reason: ${problem}`))
    await page.waitForLoadState('networkidle')
    const title = (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? ''
    if (!(await page.getByRole('button', { name: '登出' }).isVisible())) problems.push(`${path}: nobody can sign out`)
    if (!title.includes(label)) problems.push(`${path}: the heading is "${title}", the menu says "${label}"`)
    await page.screenshot({ path: `${pictures}${path.replaceAll('/', '_')}.png`, fullPage: true })
    problems.push(...(await problemsOf(page)).map((problem) => `${path}: ${problem}`))
  }
  return [...problems, ...complaints]
}

/**
 * Waits until a page is open.
 * If it first asks a user of the bank for the reason, answers; returns the problems of that dialog.
 */
async function giveReason(page: Page): Promise<readonly string[]> {
  const heading = page.getByRole('heading', { level: 1 }).first()
  const reason = page.getByRole('textbox', { name: '事由' })
  await heading.or(reason).first().waitFor()
  if (!(await reason.isVisible())) return []
  const problems = await problemsOf(page)
  await reason.fill('客戶來電查詢')
  await page.getByRole('button', { name: '確定' }).click()
  await heading.waitFor()
  return problems
}
