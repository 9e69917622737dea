import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { configureSite } from '../../src/browser/http/config'
import type { NoticeInfo } from '../../src/contract/call-responses'
import { siteRoutes } from '../../src/site/routes'
import { failures, network, respondWith } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'

const old: NoticeInfo = {
  SerialId: 7,
  Title: '舊公告',
  Category: 'Service',
  Audience: 'All',
  Content: '仍然有效',
  Pinned: false,
  PublishDate: '2024-01-02',
  ExpireDate: null,
}

const worker = network(
  respondWith('/Ext/GetCapabilities', { Calls: ['Home.GetNotice'] }),
  // The list ends with the newest ones, so it does not contain this notice.
  respondWith('/Home/GetNotices', []),
  respondWith('/Home/GetActivities', []),
  http.get('*/api/Ext/Home/GetNotice/:id', ({ params }) =>
    params.id === '7'
      ? HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: old })
      : HttpResponse.json(
          { ReturnCode: '9999', ReturnMsg: '找不到這則公告，可能已經下架。', OutData: null },
          { status: 404 },
        ),
  ),
)

beforeEach(() =>
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null }),
)

test('a notice that is not among the newest opens by its URL', async () => {
  drawRoutes(siteRoutes, '/news/7')
  await expect.element(page.getByRole('heading', { level: 1, name: '舊公告' })).toBeVisible()
  await expect.element(page.getByText('仍然有效')).toBeVisible()
  await expect.poll(() => document.title).toContain('舊公告')
})

test('a missing notice is reported on the page, without a dialog', async () => {
  drawRoutes(siteRoutes, '/news/8')
  await expect.element(page.getByRole('heading', { level: 1, name: '找不到這則公告' })).toBeVisible()
  expect(page.getByRole('alertdialog').elements()).toEqual([])
  await page.getByRole('link', { name: /返回最新消息/ }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: '最新消息' })).toBeVisible()
})

test('a notice that failed to load can be fetched again', async () => {
  worker.use(failures.status('/Ext/Home/GetNotice/7', 503, '系統忙碌'))
  drawRoutes(siteRoutes, '/news/7')
  await expect.element(page.getByText('目前無法取得這則公告。')).toBeVisible()
  worker.resetHandlers()
  await page.getByRole('button', { name: '重試' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: '舊公告' })).toBeVisible()
})
