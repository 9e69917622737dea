import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { extensionCalls } from '../../src/browser/http/capabilities'
import type { RecordValues } from '../../src/schema/language/language'
import { endJob, writeOutcome } from '../../src/server/jobs/job-rows'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { failures, network, onRequest, requestsAnswered, respondWith, throughApp } from '../support/browser/msw'
import { parkedJob, startJob } from '../support/jobs'
import { drawAdmin, signIn } from './admin-page'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const bell = page.getByRole('button', { name: /^作業通知/ })

/** A job of the user that is running. */
const begun = async (SerialId = 999) => {
  const id = await parkedJob(portal.db, {
    name: 'billImport',
    data: { SerialId },
    owner: { uniformNo: '90000017', userId: 'maker01' },
  })
  return startJob(portal.db, id)
}

/** A job that has ended. */
const ended = async (error?: string) => {
  const job = await begun()
  if (job) await endJob(portal.db, job, { state: error ? 'failed' : 'done', error })
}

test('a backend without calls for jobs has no bell', async () => {
  worker.use(failures.bareStatus('/Ext/GetCapabilities', 404, 'Not Found'))
  drawAdmin(portal.schemas, '/admin')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await extensionCalls()).toEqual([])
  await requestsAnswered()
  expect(bell.elements()).toEqual([])
  expect(page.getByRole('alertdialog').elements()).toEqual([])
})

test('the first page, which shows the jobs in two places, reads them once', async () => {
  const calls: string[] = []
  onRequest(worker, ({ url }) => calls.push(new URL(url).pathname))
  drawAdmin(portal.schemas, '/admin')
  await expect.element(page.getByRole('heading', { name: '開放期別的收款' })).toBeVisible()
  await requestsAnswered()
  expect(calls.filter((path) => path.endsWith('/Ext/GetJobs')).length).toBe(1)
})

test('jobs that ended while the user was signed out are counted, announced politely, and marked as read once', async () => {
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

test('a running job is cancelled after a confirmation; it is shown as cancelling until it stops, then the page shows how it ended', async () => {
  const job = await begun(998)
  if (!job) throw new Error('The job did not begin.')
  await portal.db.updateTable('job').set({ done: 300, total: 1500 }).where('id', '=', job.id).execute()
  drawAdmin(portal.schemas, '/admin')
  await bell.click()
  const notices = page.getByRole('dialog', { name: '作業通知' })
  const first = notices.getByRole('listitem').first()
  await expect.element(first).toHaveTextContent(/處理中.*已處理 300／1,500 筆/)
  await expect.element(first.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '20')

  const cancelled = async () =>
    (await portal.db.selectFrom('job').select('cancel_time').where('id', '=', job.id).executeTakeFirst())?.cancel_time
  await first.getByRole('button', { name: '取消作業' }).click()
  await page.getByRole('button', { name: '繼續處理' }).click()
  expect(await cancelled()).toBeNull()
  await first.getByRole('button', { name: '取消作業' }).click()
  const question = page.getByRole('alertdialog', { name: '要取消這項作業嗎？' })
  await expect.element(question).toHaveTextContent('已繳費的帳單會保留下來')
  expect(await violations()).toEqual([])
  await question.getByRole('button', { name: '取消作業' }).click()
  await expect.element(first).toHaveTextContent('取消中')
  expect(await cancelled()).not.toBeNull()
  expect(first.getByRole('button').elements()).toEqual([])
  expect(await violations()).toEqual([])

  await portal.db.transaction().execute(async (trx) => {
    await endJob(trx, job, { state: 'cancelled' })
    await writeOutcome(trx, {
      name: 'billImport',
      data: { SerialId: 998 },
      outcome: '匯入已取消，這個檔案沒有匯入任何資料。',
    })
  })
  await expect.element(first).toHaveTextContent(/已取消.*沒有匯入任何資料/)
})

test('a user who cancels too late sees a message and how the job ended', async () => {
  const job = await begun()
  drawAdmin(portal.schemas, '/admin')
  await bell.click()
  const first = page.getByRole('dialog', { name: '作業通知' }).getByRole('listitem').first()
  await first.getByRole('button', { name: '取消作業' }).click()
  if (job) await endJob(portal.db, job, { state: 'done' })
  await page.getByRole('alertdialog', { name: '要取消這項作業嗎？' }).getByRole('button', { name: '取消作業' }).click()
  await expect.element(page.getByText(/這項作業已經結束，不能再取消/)).toBeVisible()
  await expect.element(first).toHaveTextContent('已完成')
})

test('a backend that cannot cancel jobs offers no button for it', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: ['Ext.GetJobs', 'Ext.ReadJobs'] }))
  await begun()
  drawAdmin(portal.schemas, '/admin')
  await bell.click()
  const first = page.getByRole('dialog', { name: '作業通知' }).getByRole('listitem').first()
  await expect.element(first).toHaveTextContent('處理中')
  await requestsAnswered()
  expect(first.getByRole('button').elements()).toEqual([])
})

test('an import with rejected rows is amber, says how many, and leads to the errors', async () => {
  const upload = await portal.given.record('billImportList', {
    ApplyCode: '77001',
    ImportBatchNo: 'B-IMPORT-1',
    ImportBatchName: '十一月管理費',
    ImportStatus: 'PartialFailed',
    SuccessCount: 97,
    FailCount: 3,
  })
  const job = await begun(Number(upload.SerialId))
  if (job) await endJob(portal.db, job, { state: 'done' })
  const router = drawAdmin(portal.schemas, '/admin')
  await bell.click()
  const first = page.getByRole('dialog', { name: '作業通知' }).getByRole('listitem').first()
  await expect.element(first).toHaveTextContent(/^十一月管理費（B-IMPORT-1）部分失敗97 筆成功、3 筆失敗看錯誤/)
  expect(first.element().querySelector('.status-chip.warning')).not.toBeNull()
  expect(await violations()).toEqual([])
  await first.getByRole('link', { name: '看錯誤：十一月管理費（B-IMPORT-1）' }).click()
  await expect.poll(() => router.state.location.pathname).toBe(`/admin/billImportList/${upload.SerialId}/show`)
})

test('a page whose session has ended elsewhere says so when it asks for the jobs', async () => {
  drawAdmin(portal.schemas, '/admin')
  await expect.element(bell).toBeVisible()
  await portal.db.deleteFrom('session').execute()
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByRole('alertdialog')).toHaveTextContent('您的登錄狀態已過期，請重新登入')
})
