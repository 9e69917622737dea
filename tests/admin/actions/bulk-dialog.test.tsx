import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { maxBulkRecords } from '../../../src/contract/envelope'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, respondWith, throughApp } from '../../support/browser/msw'
import { voucher } from '../../support/schemas/voucher'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { voucher } })
  const { given } = portal
  await given.customer()
  await given.agreement()
  maker = await given.user({ UserId: 'maker01', RoleId: 'CustomerMaker' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await portal.db.deleteFrom('voucher').execute()
})

/** Inserts vouchers with the codes V001 and so on. */
const make = (count: number) =>
  sql`insert into voucher (apply_code, voucher_code, voucher_name, state, create_user, create_time, update_user, update_time)
    select '77001', 'V' || lpad(n::text, 3, '0'), '年終禮券', 'Active', 'maker01', now(), 'maker01', now()
    from generate_series(1, ${count}::int) n`.execute(portal.db)

const draw = async () => {
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/voucher')
}
const bar = page.getByRole('group', { name: '選取的資料' })
const dialog = page.getByRole('dialog', { name: '停用', exact: true })

test('without a preview of the server, a bulk action shows its records before it runs', async () => {
  await make(2)
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: ['Voucher.MultiStop'] }))
  await draw()
  await page.getByRole('checkbox', { name: '選取本頁全部' }).click()
  await bar.getByRole('button', { name: '停用' }).click()
  await expect.element(dialog).toHaveTextContent('確定要停用選取的 2 張禮券嗎？')
  await expect.element(dialog.getByRole('region', { name: '要停用的禮券' })).toHaveTextContent(/V001 .*V002 /)
  await expect.element(dialog.getByRole('button', { name: '停用 2 張' })).toBeEnabled()
})

test('an action that cannot be applied to a query says how many records it leaves out', async () => {
  await make(maxBulkRecords + 1)
  await draw()
  await page.getByRole('checkbox', { name: '選取本頁全部' }).click()
  await bar.getByRole('button', { name: '改選全部 501 張' }).click()
  await bar.getByRole('button', { name: '停用' }).click()
  await expect.element(dialog).toHaveTextContent('查詢結果共 501 張，一次最多 500 張。這次只處理前 500 張可以停用的；')
  await expect.element(dialog.getByRole('button', { name: '停用 500 張' })).toBeVisible()
  expect(await violations()).toEqual([])
})

test('of a query with more records than a call takes, those to which the action applies are chosen', async () => {
  await make(maxBulkRecords + 1)
  await sql`update voucher set state = 'Inactive' where voucher_code > 'V003'`.execute(portal.db)
  await draw()
  await page.getByRole('checkbox', { name: '選取本頁全部' }).click()
  await bar.getByRole('button', { name: '改選全部 501 張' }).click()
  await bar.getByRole('button', { name: '停用' }).click()
  await expect.element(dialog).toHaveTextContent('查詢結果共 501 張，其中可以停用的 3 張都會處理。')
  await dialog.getByRole('textbox', { name: '停用原因' }).fill('活動結束')
  await dialog.getByRole('button', { name: '停用 3 張' }).click()
  const active = async () => (await sql`select 1 from voucher where state = 'Active'`.execute(portal.db)).rows
  await expect.poll(active).toEqual([])
})
