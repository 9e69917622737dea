import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import bills from '../../resources/bills'
import noticeRun from '../../resources/noticeRun'
import noticeTemplate from '../../resources/noticeTemplate'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
let admin: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  await given.billTerm()
  await given.bill({ BillNo: 'N1', Email: 'wangdm@example.com', IdNo: 'A123456789' })
  admin = await given.user({ UserId: 'admin01', RoleId: 'CustomerAdmin' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, admin)
})

const draw = (path: string) =>
  drawAdmin(portal.schemas, path, {
    bills: async () => ({ default: bills }),
    noticeRun: async () => ({ default: noticeRun }),
    noticeTemplate: async () => ({ default: noticeTemplate }),
  })

test('a new template begins with the default texts and shows what becomes of them; an unknown placeholder is refused at its field', async () => {
  draw('/admin/noticeTemplate/create')
  const preview = page.getByRole('region', { name: '預覽' })
  await expect
    .element(preview.getByRole('group', { name: '電子郵件' }))
    .toHaveTextContent(/^電子郵件繳款通知：示範社區管理委員會.*王○明 您好/)
  await expect.element(preview.getByRole('group', { name: '簡訊' })).toHaveTextContent(/^簡訊（\d+ 字，計 \d 則/)
  await page.getByRole('textbox', { name: '簡訊內文' }).fill('請繳款。'.repeat(30))
  await expect.element(page.getByText(/^以範例資料代入後約 1\d\d 字，計 3 則簡訊。$/)).toBeVisible()
  const body = page.getByRole('textbox', { name: '電子郵件內文' })
  await body.fill('{繳款人} 您好\n{姓名}')
  await expect.element(preview.getByRole('group', { name: '電子郵件' })).toHaveTextContent(/王○明 您好/)
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(body).toHaveAccessibleDescription(/沒有「\{姓名\}」這個欄位/)
  expect(await violations()).toEqual([])
  await body.fill('{繳款人} 您好，請繳{尚應繳金額}。')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect
    .poll(async () => (await portal.db.selectFrom('notice_template').select('mail_body').execute())[0]?.mail_body)
    .toBe('{繳款人} 您好，請繳{尚應繳金額}。')
})

/** Requests an e-mail notice of a bill, and returns the id of its run. */
const requestMailNotice = async (billNo: string): Promise<number> => {
  const { serial_id } = await portal.db
    .selectFrom('bill')
    .select('serial_id')
    .where('bill_no', '=', billNo)
    .executeTakeFirstOrThrow()
  const response = await portal.app.request('/api/Bills/SendMailNotice', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await portal.companyToken(admin)}` },
    body: JSON.stringify({ SerialIds: [serial_id] }),
  })
  expect(response.status).toBe(200)
  return (await response.json()).OutData.RunId
}

test('a run leads to the result of each bill, and the bell to the run', async () => {
  await requestMailNotice('N1')
  await portal.ports.jobs.runUntilIdle()
  await signIn(portal, admin)
  draw('/admin/noticeRun')
  const row = page.getByRole('table', { name: '寄送紀錄' }).getByRole('row').nth(1)
  for (const words of ['2026/11/20 10:00', '電子郵件', 'admin01']) await expect.element(row).toHaveTextContent(words)
  expect(await violations()).toEqual([])
  await row.getByRole('link').click()
  await expect.element(page.getByText('共 1 張：已寄出 1 張，未寄出 0 張，寄送中 0 張。')).toBeVisible()
  const result = page.getByRole('table', { name: '每張帳單的結果' }).getByRole('row').nth(1)
  for (const words of ['N1', 'wan***@example.com', '成功']) await expect.element(result).toHaveTextContent(words)
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: '作業通知' }).click()
  await expect
    .element(page.getByRole('dialog', { name: '作業通知' }).getByRole('link', { name: /^電子郵件通知：共 1 張帳單/ }))
    .toHaveAttribute('href', expect.stringMatching(/noticeRun\?id=\d+/))
  await page.viewport(390, 844)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('the results of a run are refreshed until the end, also after a call without a response', async () => {
  await portal.given.bill({ BillNo: 'N2', Email: 'lin@example.com' })
  let accept = (): void => {}
  const acceptance = new Promise<void>((resolve) => {
    accept = resolve
  })
  // Otherwise, the job would never end after a failed assertion.
  onTestFinished(() => accept())
  vi.spyOn(portal.ports.notices, 'send').mockReturnValueOnce(acceptance)
  draw(`/admin/noticeRun?id=${await requestMailNotice('N2')}`)
  await expect.element(page.getByText('共 1 張：已寄出 0 張，未寄出 0 張，寄送中 1 張。')).toBeVisible()
  worker.use(http.get('*/api/Ext/Bills/GetNoticeRun/*', () => HttpResponse.error(), { once: true }))
  accept()
  await expect.element(page.getByText('共 1 張：已寄出 1 張，未寄出 0 張，寄送中 0 張。')).toBeVisible()
})
