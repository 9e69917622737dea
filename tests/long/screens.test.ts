import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage } from '../e2e/support/browser'
import { tourTimeout } from '../e2e/support/role-tours'
import { type RunningServer, startServer } from '../e2e/support/server'
import { demoAccount, signInCompany } from '../e2e/support/sign-in'
import { contentOf, injectAxe, menuOf, type TourStop, visitAll } from '../e2e/support/tour'
import { sampled } from '../support/sample'
import { testSchemas } from '../support/schemas/schemas'

const schemas = testSchemas()

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

/**
 * For each page the list, the form of a new record, and the first record on its detail page and in its form, as far as
 * the list links to them.
 */
const screensOf = async (page: Page, path: string): Promise<readonly string[]> => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  const links = await page
    .locator(`main a[href^="${path}/"]`)
    .evaluateAll((found) => found.map((link) => link.getAttribute('href')?.split('?')[0] ?? ''))
  const isCreate = (link: string) => link === `${path}/create`
  const isShow = (link: string) => link.endsWith('/show')
  const first = [
    isCreate,
    isShow,
    (link: string) => !isCreate(link) && !isShow(link) && link.split('/').length === path.split('/').length + 1,
  ]
  return [path, ...first.flatMap((kind) => links.find(kind) ?? [])]
}

const isWhole = sampled(true, false)

const admin = { user: 'admin01', company: '90000017', forms: 6, records: 10 }
const bankOperator = { user: 'bankop01', company: '04595257', forms: 2, records: 3 }

test.each(sampled([admin, bankOperator], [bankOperator]))(
  'every list, form and record that $user opens is accessible in the dark theme on a phone, and in the whole suite also in the light one on a desktop',
  async ({ user, company, forms, records }) => {
    const desk = await openPage(browser, server.url, 1440)
    await injectAxe(desk.context)
    await signInCompany(desk.page, server, demoAccount(user, company))
    const menu = await menuOf(desk.page)
    const screens: TourStop[] = []
    for (const { path } of menu)
      for (const one of await screensOf(desk.page, path))
        screens.push({ label: '', path: one, ...(one === path ? { content: contentOf(schemas, path, false) } : {}) })
    expect(screens.filter(({ path }) => path.endsWith('/create')).length).toBeGreaterThanOrEqual(forms)
    expect(screens.filter(({ path }) => path.endsWith('/show')).length).toBeGreaterThanOrEqual(records)
    // In the sample, the tour of the bank and the tests of components look at the light theme.
    if (isWhole) expect(await visitAll(desk, screens, `test-results/screens/${user}-day`)).toEqual([])
    await desk.context.close()
    const phone = await openPage(browser, server.url, 390)
    await phone.page.emulateMedia({ colorScheme: 'dark' })
    await injectAxe(phone.context)
    await signInCompany(phone.page, server, demoAccount(user, company))
    await phone.page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await visitAll(phone, screens, isWhole ? `test-results/screens/${user}-dark` : '')).toEqual([])
    await phone.context.close()
  },
  tourTimeout,
)
