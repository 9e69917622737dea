import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { palettes } from '../../../src/browser/theme/tokens'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { show } from '../../support/browser/media'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'
import { openConditions } from '../list-page'

let portal: BrowserPortal
let maker: RecordValues
let viewer: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.payerUnit({ PayerUnitId: 'A1', PayerUnitName: 'A棟' })
  await given.payerUnit({ PayerUnitId: 'B1', PayerUnitName: 'B棟' })
  for (let n = 1; n <= 12; n++)
    await given.payer({
      PayerId: `P-${n}`,
      PayerNo: String(n).padStart(6, '0'),
      PayerName: `王大明${n}`,
      PayerUnitId: 'A1',
    })
  await given.payer({ PayerId: 'P-20', PayerNo: '000020', PayerName: '林美玲', PayerUnitId: 'B1' })
  maker = await given.user({ UserId: 'maker01' })
  viewer = await given.user({ UserId: 'viewer01', RoleId: 'CustomerViewer' })
})

beforeEach(() => signIn(portal, maker))

const records = page.getByRole('table', { name: '繳款人' })
const pathOf = (unit: string) => `/admin/payerUnit/${encodeURIComponent(`77001~${unit}`)}/show`
const open = (unit: string) => drawAdmin(portal.schemas, pathOf(unit))

test('the detail page of a record lists the records that refer to it, page by page, with one call each', async () => {
  await page.viewport(1440, 900)
  const asked: string[] = []
  const note = ({ request }: { request: Request }) => void asked.push(new URL(request.url).pathname)
  worker.events.on('request:start', note)
  open('A1')
  await expect.element(page.getByRole('heading', { name: '繳款人（12 位）' })).toBeVisible()
  expect(records.getByRole('row').elements()).toHaveLength(11)
  expect(asked.filter((path) => path === '/api/Payer')).toHaveLength(1)
  await page.getByRole('button', { name: '下一頁' }).click()
  await expect.element(page.getByText('第 11－12 位，共 12 位')).toBeVisible()
  await expect.poll(() => records.getByRole('row').elements().length).toBe(3)
  worker.events.removeListener('request:start', note)
  expect(records.getByText('林美玲').elements()).toEqual([])
})

test('the list of another record begins at its own first page', async () => {
  await page.viewport(1440, 900)
  const router = open('B1')
  await expect.element(page.getByRole('heading', { name: '繳款人（1 位）' })).toBeVisible()
  await router.navigate(pathOf('A1'))
  await expect.element(page.getByRole('heading', { name: '繳款人（12 位）' })).toBeVisible()
  await page.getByRole('button', { name: '下一頁' }).click()
  await expect.element(page.getByText('第 11－12 位，共 12 位')).toBeVisible()
  await router.navigate(pathOf('B1'))
  await expect.element(page.getByRole('heading', { name: '繳款人（1 位）' })).toBeVisible()
  await expect.element(records.getByText('P-20')).toBeVisible()
  expect(records.getByRole('row').elements()).toHaveLength(2)
})

test.each(['light', 'dark'] as const)(
  'links of related records have the colour of the portal, in the %s scheme',
  async (scheme) => {
    await show('', scheme === 'dark' ? 'dark' : '')
    await page.viewport(1440, 900)
    open('A1')
    const link = records.getByRole('link').first()
    await expect.element(link).toBeVisible()
    // The browser's own colour of a link is in no palette.
    await expect.poll(() => getComputedStyle(link.element()).color).toBe(rgbOf(palettes[scheme].primary))
    await show('')
  },
)

/** Returns a colour such as #0b5d6b as computed styles have it. */
const rgbOf = (hex: string): string =>
  `rgb(${[1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16)).join(', ')})`

test('a related record is opened with one click', async () => {
  await page.viewport(1440, 900)
  open('B1')
  await records.getByRole('link').first().click()
  await expect.element(page.getByRole('heading', { name: '檢視繳款人' })).toBeVisible()
  await expect.element(page.getByText('000020')).toBeVisible()
})

test('the list of all related records is opened with one click', async () => {
  await page.viewport(1440, 900)
  open('A1')
  await page.getByRole('link', { name: '到清單查看繳款人' }).click()
  await expect.element(page.getByText('共 12 筆', { exact: true })).toBeVisible()
  await openConditions()
  await expect.element(page.getByRole('combobox', { name: '代收單位' })).toHaveValue('A1 A棟')
})

test('on a phone the card shows the first three columns that the schema file names', async () => {
  await page.viewport(390, 844)
  open('A1')
  const card = page.getByRole('region', { name: '繳款人' })
  await expect.element(card.getByRole('columnheader').first()).toBeVisible()
  const titles = card.getByRole('columnheader').elements()
  expect(titles.map(({ textContent }) => textContent)).toEqual(['繳款人代號', '繳款人編號', '繳款人姓名'])
})

test('a related record created from a detail page refers to that record by default', async () => {
  await page.viewport(1440, 900)
  open('B1')
  await page.getByRole('link', { name: '新增繳款人' }).click()
  await expect.element(page.getByRole('combobox', { name: '代收單位' })).toHaveValue('B1 B棟')
  await expect.element(page.getByText('委託單位代號：77001 示範社區管理費')).toBeVisible()
})

test('users without the right to create such records have no button for it', async () => {
  await signIn(portal, viewer)
  open('B1')
  await expect.element(page.getByRole('heading', { name: '繳款人（1 位）' })).toBeVisible()
  expect(page.getByRole('link', { name: '新增繳款人' }).elements()).toEqual([])
})

test.each([1440, 390])(
  'at %i pixels a detail page with related records has no accessibility violation and does not scroll sideways',
  async (width) => {
    await page.viewport(width, 900)
    open('A1')
    await expect.element(page.getByRole('heading', { name: '繳款人（12 位）' })).toBeVisible()
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
    expect(await violations()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)
