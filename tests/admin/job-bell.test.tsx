import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { capabilities } from '../../src/browser/capabilities'
import type { Row } from '../../src/schema/types'
import { endJob, insertJob, startJob } from '../../src/server/jobs/job-rows'
import { violations } from '../support/axe'
import { type BrowserPortal, browserPortal } from '../support/browser-portal'
import { answered, faults, network, throughApp } from '../support/msw'
import { drawAdmin, signIn } from './admin-page'

let portal: BrowserPortal
let maker: Row
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  maker = await portal.given.user({ UserId: 'maker01' })
}, 60_000)

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const bell = page.getByRole('button', { name: /^作業通知/ })

/** A piece of work of the user that has ended. */
const ended = async (error?: string) => {
  const id = await insertJob(portal.db, { name: 'billImport', data: { SerialId: 999 }, owner: { uniformNo: '90000017', userId: 'maker01' } })
  const job = await startJob(portal.db, id)
  if (job) await endJob(portal.db, job, { state: error ? 'failed' : 'done', error })
}

test('a backend that tells of no jobs has no bell', async () => {
  worker.use(faults.bareStatus('/Ext/GetCapabilities', 404, 'Not Found'))
  drawAdmin(portal.schemas, '/admin')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await capabilities()).toEqual([])
  await answered()
  expect(bell.elements()).toEqual([])
  expect(page.getByRole('alertdialog').elements()).toEqual([])
})

test('work that ended while nobody was signed in is counted, told politely, and read once', async () => {
  await ended()
  await ended('檔案無法讀取，請重新上傳。')
  drawAdmin(portal.schemas, '/admin')
  await expect.element(bell).toHaveAccessibleName('作業通知，2 則未讀')
  await expect.element(page.getByRole('status').filter({ hasText: '有 2 項作業已結束' })).toBeInTheDocument()
  await bell.click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('檔案無法讀取，請重新上傳。')
  expect(await violations()).toEqual([])
  document.querySelector<HTMLElement>('.MuiBackdrop-root')?.click()
  await expect.element(bell).toHaveAccessibleName('作業通知')
})
