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

const refusal = {
  ReturnCode: '2002',
  ReturnMsg: '符合條件的資料太多。',
  OutData: { Errors: { SortField: '符合條件的資料太多。' } },
}

/** Answers like a backend that sorts bills by amount only if a condition narrows the list. */
const refuseToSortByAmount = () =>
  worker.use(
    http.get('*/api/Bills', async ({ request }) => {
      const { searchParams } = new URL(request.url)
      const isNarrow = searchParams.has('BillNo')
      if (!isNarrow && searchParams.get('SortField') === 'ShouldPayAmount') return HttpResponse.json(refusal)
      const response = await portal.app.fetch(request, { ip: '127.0.0.1' })
      if (isNarrow) return response
      const answer = (await response.json()) as { readonly OutData: object }
      return HttpResponse.json({ ...answer, OutData: { ...answer.OutData, NotSortable: ['ShouldPayAmount'] } })
    }),
  )

const notice = /不能依「應繳金額」排序，目前依預設順序；請縮小查詢條件/

test('a long list explains at the head of a column why it cannot be sorted by it', async () => {
  await page.viewport(1440, 900)
  refuseToSortByAmount()
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/bills')
  const head = page.getByRole('button', { name: '應繳金額：資料太多，請縮小查詢條件' })
  await expect.element(head).toHaveAttribute('aria-disabled', 'true')
  await head.click({ force: true })
  await expect.element(page.getByText('共 25 筆', { exact: true })).toBeVisible()
  expect(window.location.search).not.toContain('ShouldPayAmount')
})

test('an address with an order for which the list is too long opens in the default order, which a condition changes', async () => {
  await page.viewport(1440, 900)
  refuseToSortByAmount()
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/bills?sort=ShouldPayAmount')
  await expect.element(page.getByText(notice)).toBeVisible()
  await expect.element(page.getByText('共 25 筆', { exact: true })).toBeVisible()
  expect(page.getByRole('columnheader', { name: /應繳金額/ }).element().ariaSort).toBeNull()
  drawAdmin(portal.schemas, '/admin/bills?sort=ShouldPayAmount&filter=%7B%22BillNo%22%3A%22B-2%22%7D')
  await expect.element(page.getByRole('columnheader', { name: /應繳金額/ })).toHaveAttribute('aria-sort', 'ascending')
  expect(page.getByText(notice).elements()).toEqual([])
})

test('a phone names the fields by which a long list cannot be sorted', async () => {
  await page.viewport(390, 844)
  refuseToSortByAmount()
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/bills')
  await page.getByRole('button', { name: '排序' }).click()
  const item = page.getByRole('menuitem', { name: '應繳金額 （資料太多，請縮小查詢條件）' })
  await expect.element(item).toHaveAttribute('aria-disabled', 'true')
})
