import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { configureSite, siteConfig } from '../../src/browser/http/config'
import type { RecordValues } from '../../src/schema/language/language'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { drawAdmin, signIn } from './admin-page'

let portal: BrowserPortal
let user: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  user = await portal.given.user({ UserId: 'maker01' })
})

const warning = page.getByText(/僅適合試用或小量作業；正式營運請改用 PostgreSQL/)
const demoWarning = page.getByText('展示環境：帳號與密碼皆已公開，請勿輸入真實資料。')

const listIsShown = () => expect.element(page.getByText('查無資料')).toBeVisible()

test.each([1440, 390])(
  'a real portal on the embedded database shows a warning above its pages, at %i px',
  async (width) => {
    await page.viewport(width, 900)
    await signIn(portal, user)
    configureSite({ ...siteConfig(), embeddedInProduction: true })
    drawAdmin(portal.schemas, '/admin/fee')
    await expect.element(warning).toBeVisible()
    await listIsShown()
    expect(await violations()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test.each([1440, 390])('a demo on a database server shows a warning above its pages, at %i px', async (width) => {
  await page.viewport(width, 900)
  await signIn(portal, user)
  configureSite({ ...siteConfig(), demoOnServer: true })
  drawAdmin(portal.schemas, '/admin/fee')
  await expect.element(demoWarning).toBeVisible()
  await listIsShown()
  expect(await violations()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

test('a real portal on a database server and a demo on the embedded database show no warning', async () => {
  await signIn(portal, user)
  drawAdmin(portal.schemas, '/admin/fee')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect([...warning.elements(), ...demoWarning.elements()]).toEqual([])
})
