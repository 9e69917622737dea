import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PageSkeleton } from '../../../src/admin/components/PageSkeleton'
import type { RecordValues } from '../../../src/schema/language/language'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { draw } from '../../support/browser/page'
import { sampledPairs } from '../../support/sample'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let admin: RecordValues
let term: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  await given.fee({ FeeCode: 'F01' })
  term = await given.billTerm({ FeeItems: [{ FeeCode: 'F01', Amount: 1000 }] })
  await given.payer({ PayerId: 'A1-0501', PayerNo: '000001' })
  admin = await given.user({ UserId: 'admin01', RoleId: 'CustomerAdmin' })
})

beforeEach(() => signIn(portal, admin))

test('the placeholder of a page that is loading has no accessibility violation', async () => {
  draw(<PageSkeleton />)
  await expect.element(page.getByRole('status', { name: '載入中' })).toBeInTheDocument()
  expect(await violations()).toEqual([])
})

const paths = [
  '',
  '/payer',
  '/payer/create',
  '/billTerm/TERM',
  '/billTerm/TERM/show',
  '/sign-ins',
  '/TLDetail',
  '/nowhere',
  '/SKGBillQuery',
]
const widths = [1440, 390]

test.each(sampledPairs(paths, widths))(
  '/admin%s at %i pixels has no accessibility violation and does not scroll sideways',
  async (path, width) => {
    await page.viewport(width, 900)
    drawAdmin(portal.schemas, `/admin${path.replace('TERM', String(term.SerialId))}`)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
    expect(await violations()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('a form with errors has no accessibility violation', async () => {
  await page.viewport(1440, 900)
  drawAdmin(portal.schemas, '/admin/payer/create')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByRole('textbox', { name: '繳款人代號' })).toHaveAttribute('aria-invalid', 'true')
  expect(await violations()).toEqual([])
})
