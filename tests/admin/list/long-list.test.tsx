import { HttpResponse, http } from 'msw'
import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, respondWith, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  for (let no = 1; no <= 25; no += 1) await given.bill({ BillNo: `B-${no}`, PayerName: '王大明' })
  maker = await given.user({ UserId: 'maker01' })
})

const labels = ['全部', '未繳', '部分繳', '已繳', '溢繳', '逾期', '作廢']

/** Answers like a backend that has not counted all bills, unless the call asks for totals. */
const countNoneWithoutRequest = () =>
  worker.use(
    http.get('*/api/Bills', async ({ request }) => {
      const response = await portal.app.fetch(request, { ip: '127.0.0.1' })
      if (new URL(request.url).searchParams.has('WithTotals')) return response
      const answer = (await response.json()) as { readonly OutData: object }
      return HttpResponse.json({ ...answer, OutData: { ...answer.OutData, TotalCount: 21, IsMinimum: true } })
    }),
    respondWith('/Ext/Bills/GetTabs', {
      Tabs: [21, 21, 0, 0, 0, 0, 0].map((Count, index) => ({
        Label: labels[index],
        Count,
        IsMinimum: true,
        Totals: [],
      })),
    }),
  )

test('a list whose number is a minimum offers the exact number, and no selection of all records before', async () => {
  await page.viewport(1440, 900)
  countNoneWithoutRequest()
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/bills')
  await expect.element(page.getByText('21 筆以上', { exact: true })).toBeVisible()
  const tab = (name: string | RegExp) => page.getByRole('tab', { name })
  await expect.element(tab('未繳')).toHaveTextContent(/^未繳21\+/)
  await expect.element(tab('部分繳'), { message: 'others may be there' }).toHaveTextContent(/^部分繳$/)
  const selection = page.getByRole('group', { name: '選取的資料' })
  await page.getByRole('checkbox', { name: '選取本頁全部' }).click()
  await expect.element(selection).toHaveTextContent('已選取 20 筆')
  expect(selection.getByRole('button', { name: /改選全部/ }).elements()).toEqual([])
  await selection.getByRole('button', { name: '取消選取' }).click()
  await page.getByRole('button', { name: '計算確切筆數與合計' }).click()
  await expect.element(page.getByText('共 25 筆', { exact: true })).toBeVisible()
  await expect.element(page.getByText('第 1－20 筆，共 25 筆')).toBeVisible()
  expect(page.getByRole('button', { name: '計算確切筆數與合計' }).elements()).toEqual([])
})
