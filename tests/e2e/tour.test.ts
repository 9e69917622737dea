import type { Browser } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { pageNames } from '../../src/domain/access/roles'
import { menuOf as menuEntries } from '../../src/server/accounts/company-session'
import { sampled } from '../support/sample'
import { testSchemas } from '../support/schemas/schemas'
import { openPage, widths } from './support/browser'
import { demoPortal } from './support/demo-portal'
import type { RunningServer } from './support/server'
import { demoAccount, signInCompany } from './support/sign-in'
import { contentOf, injectAxe, menuOf, problemsOf, visitAll } from './support/tour'

// Every page of the portal, as each of its users sees it in a browser, with the data of the demo.

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
})

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
  expect(complaints.filter((text) => !/status of 404/.test(text))).toEqual([])
  await context.close()
})

/** The users of the demo, one of each role. */
const users = [
  { user: 'admin01', company: '90000017', role: 'CustomerAdmin' },
  { user: 'maker01', company: '90000023', role: 'CustomerMaker' },
  { user: 'checker01', company: '90000012', role: 'CustomerChecker' },
  { user: 'viewer01', company: '90000017', role: 'CustomerViewer' },
  { user: 'bankop01', company: '04595257', role: 'BankOperator' },
  { user: 'bankview01', company: '04595257', role: 'BankViewer' },
]

const schemas = testSchemas()

/** The pages that the schemas allow to a role. */
const pagesOf = (role: string): string[] =>
  menuEntries(role, schemas)
    .map(({ Path }) => Path)
    .filter(Boolean)

const nameOf = (path: string): string => path.replace('/admin/', '')

test('the users of the tour open the 29 pages of the specification', () => {
  const opened = users.flatMap(({ role }) => pagesOf(role)).map(nameOf)
  expect(opened).toEqual(expect.arrayContaining([...pageNames]))
})

/** Milliseconds for the pages of a user on a busy machine. */
const tourTimeout = 900_000

const tours = users.flatMap((who) => widths.map((width) => ({ ...who, width, pages: pagesOf(who.role) })))

/** Each page once: those of a company on a phone or, as another role, on a desktop, and those of the bank on a phone. */
const sample = ((): typeof tours => {
  const onPhone = pagesOf('CustomerViewer').filter((_, place) => place % 2 === 1)
  const onDesktop = pagesOf('CustomerAdmin').filter((path) => !onPhone.includes(path))
  return tours.flatMap((tour) => {
    const sampledPages: Readonly<Record<string, string[]>> = {
      'viewer01 390': onPhone,
      'admin01 1440': onDesktop,
      'bankop01 390': tour.pages,
    }
    const pages = sampledPages[`${tour.user} ${tour.width}`]
    return pages ? [{ ...tour, pages }] : []
  })
})()

test.each(sampled(tours, sample))(
  'the pages of $user ($company) have no problem at $width px, and show what they are for',
  async ({ user, company, role, width, pages }) => {
    const watched = await openPage(browser, server.url, width)
    await injectAxe(watched.context)
    await signInCompany(watched.page, server, demoAccount(user, company))
    await watched.page.getByRole('heading', { level: 1 }).first().waitFor()
    const menu = await menuOf(watched.page)
    expect(menu.map(({ path }) => path).sort()).toEqual(pagesOf(role).sort())
    const hasRows = role === 'CustomerAdmin' || role === 'BankOperator'
    const stops = menu
      .filter(({ path }) => pages.includes(path))
      .map((entry) => ({ ...entry, content: contentOf(schemas, entry.path, hasRows) }))
    expect(await visitAll(watched, stops, `test-results/tour/${user}-${width}`)).toEqual([])
    await watched.context.close()
  },
  tourTimeout,
)
