import type { Browser, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { openPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import type { RunningServer } from './support/server'
import { clickInMenu, companyToken, demoAccount, openFromMenu, outData, signInCompany } from './support/sign-in'

// The portal while the browser has no network, simulated by its offline mode.

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
})

test('a save without a network fails at once, is never sent by itself, and works once the network is back', async () => {
  const { page, context } = await openPage(browser, server.url)
  const viewer = await companyToken(server, demoAccount('viewer01'))
  await signInCompany(page, server, demoAccount('maker01'))
  await fillNewFee(page)
  const posts = countPosts(page)

  await context.setOffline(true)
  await noticeOf(page).waitFor()
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await confirmFailure(page)
  expect(await page.getByRole('textbox', { name: '繳費項目名稱' }).inputValue()).toBe('斷線測試')

  await context.setOffline(false)
  await noticeOf(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '作業通知' }).click()
  await page.getByRole('dialog', { name: '作業通知' }).waitFor()
  await page.keyboard.press('Escape')
  expect(posts()).toBe(1)
  expect(await countFees(viewer)).toBe(0)

  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await page.getByRole('heading', { name: '檢視繳費項目' }).waitFor()
  expect(posts()).toBe(2)
  expect(await countFees(viewer)).toBe(1)
})

test('leaving a form that could not be saved still asks for confirmation', async () => {
  const { page, context } = await openPage(browser, server.url)
  await signInCompany(page, server, demoAccount('maker01'))
  await fillNewFee(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await confirmFailure(page)
  await clickInMenu(page, '繳款人設定')
  await page.getByRole('alertdialog', { name: '確定要離開嗎？' }).getByRole('button', { name: '繼續編輯' }).click()
  expect(await page.getByRole('textbox', { name: '繳費項目名稱' }).inputValue()).toBe('斷線測試')
})

test('a list that cannot be read shows the failure, and 重試 reads it once the network is back', async () => {
  const { page, context } = await openPage(browser, server.url)
  await signInCompany(page, server, demoAccount('viewer01'))
  await openFromMenu(page, '繳費項目設定')
  await page.getByText(/^共 [\d,]+ 筆$/).waitFor()
  await context.setOffline(true)
  await clickInMenu(page, '代收類別設定')
  await confirmFailure(page)
  await page.getByText('資料讀取失敗').waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  await page.getByRole('button', { name: '重試' }).click()
  await confirmFailure(page)
  await context.setOffline(false)
  await page.getByText(/^共 [\d,]+ 筆$/).waitFor()
})

test.each(['/company', '/admin'])(
  'from %s, a page whose code cannot be loaded keeps the header, and opens once the network is back',
  async (start) => {
    const { page, context } = await openPage(browser, server.url)
    if (start === '/admin') {
      await signInCompany(page, server, demoAccount('admin01'))
      await openFromMenu(page, '繳費項目設定')
      await page.getByText(/^共 [\d,]+ 筆$/).waitFor()
    } else {
      await page.goto(start)
      await page.getByAltText('圖形驗證碼').waitFor()
    }
    await context.setOffline(true)
    await noticeOf(page).waitFor()
    if (start === '/admin') await clickInMenu(page, '通路手續費月報表列印')
    else await page.getByRole('link', { name: '最新消息' }).click()
    await page.getByRole('alert').filter({ hasText: '無法顯示' }).waitFor()
    expect(await page.getByRole('banner').isVisible()).toBe(true)
    await page.getByRole('button', { name: '重試' }).click()
    await page.getByRole('alertdialog', { name: '發生錯誤' }).getByRole('button', { name: '確定' }).click()
    await page.getByRole('alert').filter({ hasText: '無法顯示' }).waitFor()

    await context.setOffline(false)
    await page
      .getByRole('heading', { name: start === '/admin' ? '通路手續費月報表列印' : '最新消息', level: 1 })
      .waitFor()
    expect(await page.getByText('無法顯示').count()).toBe(0)
  },
)

test('a script that an update has removed is reported in the page, and 重試 opens the page of the new version', async () => {
  const { page } = await openPage(browser, server.url)
  await page.goto('/company')
  await page.getByAltText('圖形驗證碼').waitFor()
  await page.route('**/assets/News*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: '最新消息' }).click()
  await page.getByRole('heading', { name: '網頁無法顯示' }).waitFor()
  expect(await page.getByRole('banner').isVisible()).toBe(true)
  await page.unroute('**/assets/News*.js')
  await page.getByRole('button', { name: '重試' }).click()
  await page.getByRole('heading', { name: '最新消息', level: 1 }).waitFor()
})

test('a part of an admin page whose code cannot be loaded leaves the page, asks whether to load it again, and is loaded by 重試', async () => {
  const { page } = await openPage(browser, server.url)
  await signInCompany(page, server, demoAccount('viewer01'))
  await page.route('**/assets/JobNotices*.js', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('button', { name: '作業通知' }).click()
  const question = page.getByRole('alertdialog', { name: '這部分的畫面無法載入' })
  await question.getByRole('button', { name: '留在此頁' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: '作業通知' }).isVisible()).toBe(true)
  await page.unroute('**/assets/JobNotices*.js')
  await page
    .getByRole('alert')
    .filter({ hasText: '這部分的畫面無法載入。' })
    .getByRole('button', { name: '重試' })
    .click()
  await page.getByRole('dialog', { name: '作業通知' }).waitFor()
})

test.each([1440, 390])('the notice appears and disappears in the public area too, at %i px', async (width) => {
  const { page, context } = await openPage(browser, server.url, width)
  await page.goto('/company')
  await page.getByAltText('圖形驗證碼').waitFor()
  expect(await noticeOf(page).count()).toBe(0)
  await context.setOffline(true)
  await noticeOf(page).waitFor()
  await context.setOffline(false)
  await noticeOf(page).waitFor({ state: 'detached' })
})

const noticeOf = (page: Page) => page.getByText(/^目前沒有網路連線/)

/** Confirms the dialog of the error catalogue, which Escape does not close. */
async function confirmFailure(page: Page): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: '發生錯誤' })
  await dialog.waitFor()
  for (let times = 1; times <= 6; times += 1) await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: '確定' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function fillNewFee(page: Page): Promise<void> {
  await openFromMenu(page, '繳費項目設定')
  await page.getByRole('link', { name: '新增', exact: true }).click()
  await page.getByRole('heading', { name: '新增繳費項目' }).waitFor()
  await page.getByRole('textbox', { name: '繳費項目代碼' }).fill('OFFLINE1')
  await page.getByRole('textbox', { name: '繳費項目名稱' }).fill('斷線測試')
}

/** Counts the saves that the page sends from now on, including those that do not arrive. */
function countPosts(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/fee')) count += 1
  })
  return () => count
}

/** Counts the records of the form on the server, as another user sees them. */
async function countFees(token: string): Promise<number> {
  const answer = await fetch(`${server.url}/api/fee?FeeCode=OFFLINE1`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return (await outData<{ TotalCount: number }>(answer)).TotalCount
}
