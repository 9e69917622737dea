import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { menuOf as menuEntries } from '../../src/server/accounts/company-session'
import { openBrowser, openPage, widths } from '../e2e/support/browser'
import { type RunningServer, startServer } from '../e2e/support/server'
import { demoAccount, signInCompany } from '../e2e/support/sign-in'
import { injectAxe, menuOf, visitAll } from '../e2e/support/tour'
import { sampled } from '../support/sample'
import { testSchemas } from '../support/schemas/schemas'

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

/** The pages that the schemas allow to a role. */
const pagesOf = (role: string): string[] =>
  menuEntries(role, testSchemas())
    .map(({ Path }) => Path)
    .filter(Boolean)
    .sort()

/** A user, and what the menu must offer. */
const users = [
  { user: 'admin01', company: '90000017', role: 'CustomerAdmin', among: ['/admin/portalUser', '/admin/bills'] },
  { user: 'maker01', company: '90000023', role: 'CustomerMaker', among: ['/admin/bills'] },
  { user: 'checker01', company: '90000012', role: 'CustomerChecker', among: ['/admin/bills'] },
  { user: 'viewer01', company: '90000017', role: 'CustomerViewer', among: ['/admin/bills'] },
  { user: 'bankop01', company: '04595257', role: 'BankOperator', among: bankPages },
  { user: 'bankview01', company: '04595257', role: 'BankViewer', among: bankPages },
]

const tours = users.flatMap((who) => widths.map((width) => ({ ...who, width })))
/** Each page once: the company's and the bank's. */
const eachPageOnce = tours.filter(({ user, width }) =>
  user === 'admin01' ? width === 1440 : user === 'bankop01' && width === 390,
)

test.each(sampled(tours, eachPageOnce))(
  'every page of $user ($company) has no problem at $width px',
  async ({ user, company, role, among, width }) => {
    const watched = await openPage(browser, server.url, width)
    await injectAxe(watched.context)
    await signInCompany(watched.page, server, demoAccount(user, company))
    await watched.page.getByRole('heading', { level: 1 }).first().waitFor()
    const pages = await menuOf(watched.page)
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(among))
    expect(pages.map(({ path }) => path).sort()).toEqual(pagesOf(role))
    expect(await visitAll(watched, pages, `test-results/tour/${user}-${width}`)).toEqual([])
    await watched.context.close()
  },
)
