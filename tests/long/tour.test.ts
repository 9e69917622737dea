import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage, widths } from '../e2e/support/browser'
import { type RunningServer, startServer } from '../e2e/support/server'
import { demoAccount, signInCompany } from '../e2e/support/sign-in'
import { bringJudge, menuOf, visitAll } from '../e2e/support/tour'

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

const bankPages = ['/admin/SKGTLDetailQuery', '/admin/SKGBillQuery', '/admin/SKGWriteOffReport', '/admin/Customer']

/** Who looks around, and what the menu must offer. */
const users = [
  { user: 'admin01', company: '90000017', among: ['/admin/portalUser', '/admin/bills'], count: 26 },
  { user: 'maker01', company: '90000023', among: ['/admin/bills'] },
  { user: 'checker01', company: '90000012', among: ['/admin/bills'] },
  { user: 'viewer01', company: '90000017', among: ['/admin/bills'] },
  { user: 'bankop01', company: '04595257', among: bankPages },
  { user: 'bankview01', company: '04595257', among: bankPages },
]

test.each(users.flatMap((who) => widths.map((width) => ({ ...who, width }))))(
  'every page of $user ($company) stands at $width px without a fault',
  async ({ user, company, among, count, width }) => {
    const watched = await openPage(browser, server.url, width)
    await bringJudge(watched.context)
    await signInCompany(watched.page, server, demoAccount(user, company))
    await watched.page.getByRole('heading', { level: 1 }).first().waitFor()
    const pages = await menuOf(watched.page)
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(among))
    expect(pages).toHaveLength(count ?? pages.length)
    expect(await visitAll(watched, pages, `test-results/tour/${user}-${width}`)).toEqual([])
    await watched.context.close()
  },
)
