import { expect } from 'vitest'
import { menuOf as menuEntries } from '../../../src/server/accounts/company-session'
import { sampled } from '../../support/sample'
import { testSchemas } from '../../support/schemas/schemas'
import { openPage } from './browser'
import { demoPortal } from './demo-portal'
import { demoAccount, signInCompany } from './sign-in'
import { contentOf, injectAxe, menuOf, visitAll } from './tour'

const schemas = testSchemas()

/** The users of the demo, one of each role. */
export const companyUsers = [
  { user: 'admin01', company: '90000017', role: 'CustomerAdmin' },
  { user: 'maker01', company: '90000023', role: 'CustomerMaker' },
  { user: 'checker01', company: '90000012', role: 'CustomerChecker' },
  { user: 'viewer01', company: '90000017', role: 'CustomerViewer' },
] as const
export const bankUsers = [
  { user: 'bankop01', company: '04595257', role: 'BankOperator' },
  { user: 'bankview01', company: '04595257', role: 'BankViewer' },
] as const

/** The pages that the schemas allow to a role. */
export const pagesOf = (role: string): string[] =>
  menuEntries(role, schemas)
    .map(({ Path }) => Path)
    .filter(Boolean)

/** A user who opens pages in a window of a width. */
export interface Tour {
  readonly user: string
  readonly company: string
  readonly role: string
  readonly width: number
  readonly pages: readonly string[]
}

/** Milliseconds for the pages of a user on a busy machine. */
export const tourTimeout = 900_000

/** Opens the pages, and expects that they have no problem and show what they are for. */
export const makeTour = async ({ user, company, role, width, pages }: Tour): Promise<void> => {
  const { server, browser } = await demoPortal()
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
  // Pictures of whole pages take as long as opening them; only the long suite, which somebody looks at, saves them.
  expect(await visitAll(watched, stops, sampled(`test-results/tour/${user}-${width}`, ''))).toEqual([])
  await watched.context.close()
}
