import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, respondWith, throughApp } from '../../support/browser/msw'
import { savedFiles } from '../../support/browser/saved-files'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
let bills: readonly RecordValues[]
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  await given.billTerm()
  bills = [await given.bill({ BillNo: 'N1' }), await given.bill({ BillNo: 'N2' })]
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const chosen = page.getByRole('group', { name: '選取的資料' })
const choose = async () => {
  for (const no of ['N1', 'N2'])
    await page
      .getByRole('row', { name: new RegExp(no) })
      .getByRole('checkbox')
      .click()
}
const calls = ['寄送電子郵件通知', '寄送簡訊通知', '列印繳款單']

test('notices that the backend does not serve are not offered', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: [], Missing: ['Bills.SendMOTPNotice'] }))
  drawAdmin(portal.schemas, '/admin/bills')
  await expect.element(page.getByRole('button', { name: /^更多操作 N1/ })).toBeVisible()
  await choose()
  await expect.element(chosen.getByRole('button', { name: '寄送電子郵件通知' })).toBeVisible()
  await expect.element(chosen.getByRole('button', { name: '列印繳款單' })).toBeVisible()
  expect(chosen.getByRole('button', { name: '寄送簡訊通知' }).elements()).toEqual([])
})

test('a backend that serves notices receives the selected bills', async () => {
  const asked: unknown[] = []
  const noted = (path: string) =>
    http.post(`*/api/Bills/${path}`, async ({ request }) => {
      asked.push([path, await request.json()])
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: null })
    })
  worker.use(
    respondWith('/Ext/GetCapabilities', { Calls: [] }),
    noted('SendMailNotice'),
    noted('SendMOTPNotice'),
    http.get('*/api/Bills/DownloadGroupPDF', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(['DownloadGroupPDF', searchParams.getAll('SerialIds'), searchParams.get('isGroup')])
      return new HttpResponse('%PDF', {
        headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename=slips.pdf' },
      })
    }),
  )
  const saved = savedFiles()
  drawAdmin(portal.schemas, '/admin/bills')
  await choose()
  await chosen.getByRole('button', { name: '列印繳款單' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: '檔案' }).click()
  await page.getByRole('option', { name: '每張一個檔案（ZIP）' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '列印繳款單' }).click()
  await expect.poll(() => saved.length).toBe(1)
  for (const [index, name] of calls.slice(0, 2).entries()) {
    // An action on the bills clears their selection.
    await expect.element(chosen).not.toBeInTheDocument()
    await choose()
    await chosen.getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog', { name, exact: true })
    await expect.element(dialog.getByRole('region', { name: `要${name}的帳單` })).toHaveTextContent(/N1 .*N2 /)
    await dialog.getByRole('button', { name: `${name} 2 張` }).click()
    await expect
      .element(page.getByText(new RegExp(`2 張帳單的${['電子郵件', '簡訊'][index]}通知已排入寄送`)))
      .toBeVisible()
  }
  const ids = bills.map(({ SerialId }) => Number(SerialId))
  expect(asked.map((one) => JSON.parse(JSON.stringify(one)))).toEqual([
    ['DownloadGroupPDF', expect.arrayContaining(ids.map(String)), 'false'],
    ['SendMailNotice', { SerialIds: expect.arrayContaining(ids) }],
    ['SendMOTPNotice', { SerialIds: expect.arrayContaining(ids) }],
  ])
})
