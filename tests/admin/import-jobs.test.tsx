import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../src/schema/language/types'
import { endJob, writeOutcome } from '../../src/server/jobs/job-rows'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { parkedJob, startJob } from '../support/jobs'
import { coupon } from '../support/schemas/coupon'
import { drawAdmin, signIn } from './admin-page'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({
    schemas: { bigCoupon: { ...coupon, label: '大量優惠券設定', import: { ...coupon.import, maxRows: 2000 } } },
  })
  const { given } = portal
  await given.customer()
  await given.agreement()
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(390, 844)
  await signIn(portal, maker)
})

const heading = (name: string) => page.getByRole('heading', { name, level: 2 })

const manyRows = [...Array.from({ length: 1001 }, (_, no) => `77001,C${no},滿額贈,贈品`), '77001,,滿額贈,贈品']
const large = new File([['委託單位代號,優惠券代碼,優惠券名稱,優惠方式', ...manyRows].join('\r\n')], 'many.csv', {
  type: 'text/csv',
})

test('a large file is checked and imported in the background, and ends at the same steps', async () => {
  drawAdmin(portal.schemas, '/admin/bigCoupon/import')
  await page.getByLabelText('匯入檔案').upload(large)
  await page.getByRole('button', { name: '檢查檔案' }).click()
  await expect.element(page.getByText(/^1 筆有誤。.*目前還沒有寫入任何資料。$/)).toBeVisible()
  await expect.element(page.getByText('E101 請填寫優惠券代碼。')).toBeVisible()
  await page.getByRole('button', { name: '只匯入正確的 1,001 筆' }).click()
  await expect.element(page.getByText('已新增 1,001 筆；1 筆有誤沒有匯入，請下載錯誤檔修正後再匯入。')).toBeVisible()
  await page.getByRole('link', { name: '回清單' }).click()
  await expect.element(page.getByText('共 1,001 筆', { exact: true })).toBeVisible()
})

test('a background import shows its progress and can be cancelled; its notification links back to it', async () => {
  const owner = { uniformNo: String(maker.UniformNo), userId: String(maker.UserId) }
  const id = await parkedJob(portal.db, {
    name: 'recordImport',
    data: { resource: 'bigCoupon', fileName: 'running.csv' },
    owner,
  })
  const job = await startJob(portal.db, id)
  if (!job) throw new Error('The job did not begin.')
  await portal.db.updateTable('job').set({ done: 500, total: 1000 }).where('id', '=', id).execute()
  drawAdmin(portal.schemas, '/admin/bigCoupon')
  await page.getByRole('button', { name: /^作業通知/ }).click()
  await page.getByRole('link', { name: '大量優惠券設定匯入：running.csv' }).click()
  await expect.element(heading('處理中')).toHaveFocus()
  await expect.element(page.getByText(/^資料較多，正在背景處理，已處理 500 筆。/)).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: '進度' })).toHaveAttribute('aria-valuenow', '50')
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: '取消作業 大量優惠券設定匯入：running.csv' }).click()
  await page.getByRole('button', { name: '取消作業', exact: true }).click()
  await expect.element(page.getByText('取消中，請稍候。')).toBeVisible()
  await portal.db.transaction().execute(async (trx) => {
    await endJob(trx, job, { state: 'cancelled' })
    await writeOutcome(trx, {
      name: 'recordImport',
      data: { resource: 'bigCoupon' },
      outcome: '匯入已取消，沒有寫入任何資料。',
    })
  })
  await expect.element(page.getByRole('alert')).toHaveTextContent('匯入已取消，沒有寫入任何資料。')
  await expect.element(heading('選擇檔案')).toBeVisible()
})
