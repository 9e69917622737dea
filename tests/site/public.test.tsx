import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { configureSite, siteConfig } from '../../src/browser/http/config'
import { helpLinks } from '../../src/browser/navigation'
import { openPayerSession } from '../../src/browser/session/session'
import type { ActivityInfo, NoticeInfo } from '../../src/contract/call-responses'
import { siteRoutes } from '../../src/site/routes'
import { payerLogin } from '../browser/samples'
import { violations } from '../support/browser/axe'
import { failures, network, respondWith } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'

const notice: NoticeInfo = {
  SerialId: 1,
  Title: '系統維護',
  Category: 'System',
  Audience: 'All',
  Content: '週日 02:00\n暫停服務 <b>',
  Pinned: true,
  PublishDate: '2026-11-18',
  ExpireDate: null,
}
const activity: ActivityInfo = {
  SerialId: 1,
  Title: '繳費抽好禮',
  Summary: '十二月底止',
  LinkUrl: 'https://example.com/a',
  StartDate: '2026-11-01',
  EndDate: null,
}

const worker = network(
  respondWith('/Home/GetNotices', [
    notice,
    { ...notice, SerialId: 2, Title: '費率調整', Category: 'Rule', Pinned: false },
  ]),
  respondWith('/Home/GetActivities', [
    activity,
    { ...activity, SerialId: 2, Title: '可疑連結', LinkUrl: 'javascript:alert(1)' },
    { ...activity, SerialId: 3, Title: '沒有連結', Summary: null, LinkUrl: null },
  ]),
  failures.refusal('/Home/GetVICode', '9999', ''),
)

beforeEach(() =>
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null }),
)

test('the news page shows activities, and notices with the pinned ones first', async () => {
  drawRoutes(siteRoutes, '/news')
  await expect.element(page.getByRole('heading', { name: '繳費抽好禮' })).toBeVisible()
  const titles = page.getByRole('region', { name: '公告' }).getByRole('link')
  await expect.poll(() => titles.elements().map((title) => title.textContent)).toEqual(['系統維護', '費率調整'])
  await expect.element(page.getByText('置頂')).toBeVisible()
})

test('a notice has a page of its own, in plain text, where only https addresses are links', async () => {
  worker.use(
    respondWith('/Home/GetNotices', [
      { ...notice, Content: '第一行\n<b>粗體</b> https://example.com/a?b=1。 javascript:alert(1) http://example.com' },
    ]),
  )
  const router = drawRoutes(siteRoutes, '/news')
  await page.getByRole('link', { name: '系統維護' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: '系統維護' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/news/1')
  await expect.element(page.getByText('<b>粗體</b>')).toBeVisible()
  const links = page.getByRole('article').getByRole('link').elements()
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
    ['https://example.com/a?b=1', 'noopener noreferrer'],
  ])
})

test('a notice can have headings, items and bold words; HTML stays text, in the excerpt too', async () => {
  const Content = '# 停機時間\n週日 **02:00** 起\n- 查詢\n- <img src=x onerror=alert(1)>\n\n造成不便，敬請見諒。'
  worker.use(respondWith('/Home/GetNotices', [{ ...notice, Content }]))
  drawRoutes(siteRoutes, '/news')
  await expect.element(page.getByText(/^停機時間\s週日 02:00 起/)).toBeVisible()
  await page.getByRole('link', { name: '系統維護' }).click()
  await expect.element(page.getByRole('heading', { level: 2, name: '停機時間' })).toBeVisible()
  const article = page.getByRole('article')
  expect(
    article
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['查詢', '<img src=x onerror=alert(1)>'])
  expect(article.element().querySelector('strong')?.textContent).toBe('02:00')
  expect(article.element().querySelector('img')).toBeNull()
})

test('a deleted notice is reported', async () => {
  drawRoutes(siteRoutes, '/news/99')
  await expect.element(page.getByRole('heading', { name: '找不到這則公告' })).toBeVisible()
})

test.each([
  ['/privacy', '個人資料蒐集、處理及利用告知事項', '四、您的權利'],
  ['/accessibility', '無障礙聲明', '鍵盤操作'],
  ['/contact', '聯絡我們', '防詐騙提醒'],
  ['/site-map', '網站導覽', '繳款人'],
] as const)('the footer leads to %s', async (path, title, section) => {
  const router = drawRoutes(siteRoutes, '/nowhere')
  await page.getByRole('navigation', { name: '說明與法律資訊' }).getByRole('link', { name: helpLinks[path] }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 2, name: section })).toBeVisible()
  expect(router.state.location.pathname).toBe(path)
})

test('a bank’s own texts replace those of the portal', async () => {
  configureSite({
    baseAddress: '',
    source: '',
    clientIP: '',
    serviceType: '',
    idleMinutes: 10,
    demo: null,
    texts: { contact: '前言\n# 客服專線\n0800-000-000' },
  })
  drawRoutes(siteRoutes, '/contact')
  await expect.element(page.getByRole('heading', { name: '客服專線' })).toBeVisible()
  await expect.element(page.getByText('前言')).toBeVisible()
  expect(page.getByText('防詐騙提醒').elements()).toEqual([])
})

test('the contact page has the telephone of the bank, unless the bank wrote a text of its own', async () => {
  configureSite({ ...siteConfig(), phone: '02-2388-1234' })
  drawRoutes(siteRoutes, '/contact')
  await expect.element(page.getByRole('heading', { name: '客服專線' })).toBeVisible()
  await expect.element(page.getByText('02-2388-1234')).toBeVisible()
  configureSite({ ...siteConfig(), texts: { contact: '# 聯絡方式\n請洽分行' } })
  drawRoutes(siteRoutes, '/contact')
  await expect.element(page.getByRole('heading', { name: '聯絡方式' })).toBeVisible()
  expect(page.getByText('02-2388-1234').elements()).toEqual([])
})

test('only https links of activities are links', async () => {
  drawRoutes(siteRoutes, '/news')
  await expect.element(page.getByText('可疑連結')).toBeVisible()
  expect(
    page
      .getByRole('link', { name: /了解活動內容/ })
      .elements()
      .map((link) => link.getAttribute('href')),
  ).toEqual(['https://example.com/a'])
})

test('notices are filtered by category', async () => {
  drawRoutes(siteRoutes, '/news')
  await page.getByLabelText('類別').selectOptions('規章')
  await expect.element(page.getByText('系統維護')).not.toBeInTheDocument()
  await expect.element(page.getByText('費率調整')).toBeVisible()
})

test('news that failed to load are reported, and can be fetched again', async () => {
  worker.use(failures.refusal('/Home/GetNotices', '9999', '系統忙碌'))
  drawRoutes(siteRoutes, '/news')
  await expect.element(page.getByText('目前無法取得最新消息。')).toBeVisible()
  worker.resetHandlers()
  await page.getByRole('button', { name: '重試' }).click()
  await expect.element(page.getByRole('link', { name: '系統維護' })).toBeVisible()
})

test.each([
  ...['/company', '/client', '/news', '/portal', '/forgot-password'],
  ...['/payment-history', '/receipt-information', '/payment-information', '/nowhere'],
])('%s has the layout of all public pages', async (path) => {
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, path)
  await expect.element(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect.element(page.getByRole('banner').getByRole('link', { name: '代收繳費服務網' })).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: '主要選單' })).toBeVisible()
  await expect.element(page.getByRole('contentinfo')).toBeVisible()
})

test.each(['/nowhere', '/portal/x', '/company/x'])('%s shows the not-found page', async (path) => {
  drawRoutes(siteRoutes, path)
  await expect.element(page.getByRole('heading', { name: '找不到您要的網頁' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '回首頁' })).toHaveAttribute('href', '/')
})

test('the first key press reaches the skip link, and the ::: access keys exist', async () => {
  drawRoutes(siteRoutes, '/news')
  await expect.element(page.getByRole('heading', { name: '最新消息' })).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('link', { name: '跳到主要內容區塊' })).toHaveFocus()
  expect(
    page
      .getByText(':::')
      .elements()
      .map((mark) => mark.getAttribute('accesskey')),
  ).toEqual(['U', 'C', 'Z'])
})

test('navigating to another page moves the focus to its content', async () => {
  drawRoutes(siteRoutes, '/nowhere')
  await page.getByRole('link', { name: '最新消息' }).click()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('the text size is chosen in the footer, stays on the device, and breaks no page of a phone', async () => {
  await page.viewport(390, 844)
  drawRoutes(siteRoutes, '/news')
  const fontSize = () => getComputedStyle(document.documentElement).fontSize
  const button = (name: string) => page.getByRole('group', { name: '文字大小' }).getByRole('button', { name })
  await button('A- 縮小').click()
  expect(fontSize()).toBe('14px')
  await button('A+ 放大').click()
  for (const path of ['/news', '/company', '/client', '/privacy']) {
    drawRoutes(siteRoutes, path)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(button('A+ 放大')).toHaveAttribute('aria-pressed', 'true')
    expect([fontSize(), document.documentElement.scrollWidth]).toEqual(['20px', 390])
  }
  expect(await violations()).toEqual([])
  await button('A 標準').click()
  expect([fontSize(), localStorage.getItem('TEXT_SIZE')]).toEqual(['16px', null])
})

describe('the column beside the sign-in form', () => {
  beforeEach(() => page.viewport(1440, 900))

  test('has the name of the portal, the latest news in their reserved place, and the telephone', async () => {
    configureSite({ ...siteConfig(), phone: '02-2388-1234' })
    let deliverNews = (): void => {}
    const delivery = new Promise<void>((resolve) => {
      deliverNews = resolve
    })
    worker.use(http.get('*/api/Home/GetNotices', () => delivery, { once: true }))
    const router = drawRoutes(siteRoutes, '/company')
    const column = page.getByRole('region', { name: '服務簡介' })
    await expect.element(column.getByText('代收繳費服務網')).toBeVisible()
    const phone = column.getByRole('link', { name: '02-2388-1234' })
    await expect.element(phone).toHaveAttribute('href', 'tel:0223881234')
    const place = phone.element().getBoundingClientRect().top
    deliverNews()
    await expect.element(column.getByRole('link', { name: '費率調整' })).toBeVisible()
    expect(phone.element().getBoundingClientRect().top).toBe(place)
    expect(await violations()).toEqual([])
    await column.getByRole('link', { name: '系統維護' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/news/1')
  })

  test('says when the news cannot be fetched', async () => {
    worker.use(failures.broken('/Home/GetNotices'))
    drawRoutes(siteRoutes, '/company')
    await expect.element(page.getByText('目前無法取得最新消息。')).toBeVisible()
    expect(page.getByRole('alertdialog').elements()).toEqual([])
  })
})

test.each([1440, 390])(
  "a demo on a server's database warns above every public page, and no other portal does, at %i px",
  async (width) => {
    await page.viewport(width, 900)
    const warning = page.getByText('展示環境：帳號與密碼皆已公開，請勿輸入真實資料。')
    for (const path of ['/', '/news', '/company', '/client', '/privacy']) {
      configureSite({ ...siteConfig(), demoOnServer: true })
      drawRoutes(siteRoutes, path)
      await expect.element(warning).toBeVisible()
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    }
    expect(await violations()).toEqual([])
    configureSite({ ...siteConfig(), demoOnServer: false })
    drawRoutes(siteRoutes, '/news')
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(warning.elements()).toEqual([])
  },
)
