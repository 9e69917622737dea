import type { Browser } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { pageNames } from '../../src/domain/access/roles'
import { sampled } from '../support/sample'
import { openPage, widths } from './support/browser'
import { demoPortal } from './support/demo-portal'
import { bankUsers, companyUsers, makeTour, pagesOf, type Tour, tourTimeout } from './support/role-tours'
import type { RunningServer } from './support/server'
import { injectAxe, problemsOf } from './support/tour'

// Every public page, and every page of the admin area as each user of a company sees it in a browser, with the data of
// the demo.

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

test('the users of the tours open the 29 pages of the specification', () => {
  const opened = [...companyUsers, ...bankUsers].flatMap(({ role }) =>
    pagesOf(role).map((path) => path.replace('/admin/', '')),
  )
  expect(opened).toEqual(expect.arrayContaining([...pageNames]))
})

const tours: readonly Tour[] = companyUsers.flatMap((who) =>
  widths.map((width) => ({ ...who, width, pages: pagesOf(who.role) })),
)

/** Each page once: on a phone or, as another role, on a desktop. */
const sample = ((): readonly Tour[] => {
  const onPhone = pagesOf('CustomerViewer').filter((_, place) => place % 2 === 1)
  const onDesktop = pagesOf('CustomerAdmin').filter((path) => !onPhone.includes(path))
  const sampledPages: Readonly<Record<string, readonly string[]>> = {
    'viewer01 390': onPhone,
    'admin01 1440': onDesktop,
  }
  return tours.flatMap((tour) => {
    const pages = sampledPages[`${tour.user} ${tour.width}`]
    return pages ? [{ ...tour, pages }] : []
  })
})()

test.each(sampled(tours, sample))(
  'the pages of $user ($company) have no problem at $width px, and show what they are for',
  makeTour,
  tourTimeout,
)
