import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { sampledPairs } from '../../support/sample'
import { dot, everyType } from '../../support/schemas/every-type'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
let record: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { everyType } })
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
  record = await portal.given.record('everyType', {
    ApplyCode: '77001',
    Title: '年費',
    Note: '第一行\n第二行',
    Price: 1000,
    Rate: 1.5,
    Day: '2026-11-30',
    Month: '2026-12',
    OpenTime: '09:30',
    Active: true,
    Kind: 'Gift',
    Places: ['South'],
    Mail: 'wangdm@example.com',
    Page: 'https://www.example.com/',
    Account: '77001260001235',
    Code: 'A-1',
    Logo: dot,
    Answer: { Code: 'A1', Items: [1, 2] },
    Lines: [
      { Item: '卡片', Quantity: 2, Each: 150, Sum: 300, How: 'Post', Address: '臺北市' },
      { Item: '信封', Quantity: 10, Each: 3, Sum: 30, How: 'Pickup', Urgent: true },
    ],
  })
})

beforeEach(() => signIn(portal, maker))

const screens = sampledPairs(['', '/create', '/ID', '/ID/show'], [1440, 390])

// A field of every type, in each generated screen.
test.each(screens)(
  'everyType%s at %i pixels has no accessibility violation and does not scroll sideways',
  async (path, width) => {
    await page.viewport(width, 900)
    drawAdmin(portal.schemas, `/admin/everyType${path.replace('ID', String(record.SerialId))}`)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (path === '/create') await page.getByRole('button', { name: '儲存', exact: true }).click()
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
    expect(await violations()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)
