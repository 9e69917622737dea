import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addDays } from '../../src/domain/dates/dates'
import { filesOf, type MailServer, partsOf } from '../support/smtp'
import { choose, chooseFromMenu, openPage, sharedBrowser, type WatchedPage } from './support/browser'
import { startWithMail } from './support/mail'
import { type RunningServer, temporaryFolder } from './support/server'
import { demoAccount, openFromMenu, openWithCaptcha, signInCompany } from './support/sign-in'

// From an uploaded file to the payer who opens the bill by the link in their e-mail.
// The mail comes from a real mail server.

let server: RunningServer
let mail: MailServer
let company: WatchedPage
let payer: WatchedPage
const today = inject('demoDay')

beforeAll(async () => {
  ;({ server, mail } = await startWithMail({ PUBLIC_ADDRESS: 'https://pay.bank.example' }))
  company = await openPage(await sharedBrowser(), server.url)
  payer = await openPage(await sharedBrowser(), server.url, 390)
  await signInCompany(company.page, server, demoAccount('maker01'))
})

afterAll(async () => {
  await server?.stop()
  await mail?.close()
})

test('a file with a payer’s address becomes a bill', async () => {
  const { page } = company
  const file = join(temporaryFolder(), '通知.csv')
  const header = '繳款人代號,繳款人編號,繳款人姓名,身分證字號／統編,電子郵件,繳款截止日,應繳金額,繳費項目1,金額1'
  writeFileSync(
    file,
    `\uFEFF${header}\nE2E-L,900021,林連結,A123456789,lin.link@example.com,${addDays(today, 20)},1250,管理費,1250\n`,
  )
  await openFromMenu(page, '代收資料上傳狀態查詢')
  await page.getByRole('link', { name: /^(上傳|新增)$/ }).click()
  await page.getByRole('heading', { name: '上傳代收資料批次' }).waitFor()
  await page.getByLabel('批次名稱').fill('通知連結')
  await choose(page, '代收期別', new RegExp(`年${Number(today.slice(5, 7))}月`))
  await page.getByLabel('上傳檔案').setInputFiles(file)
  await page.getByRole('button', { name: '下一步', exact: true }).click()
  await page.getByRole('button', { name: '檢查檔案' }).click()
  await page.getByRole('button', { name: '匯入 1 筆' }).click()
  await page.getByText('全部 1 筆資料已成為帳單。').waitFor()
  await page.getByRole('table', { name: '本批帳單' }).getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: '檢視帳單' }).waitFor()
})

test('its notice arrives with the slip, a link, and the headers to unsubscribe', async () => {
  const { page } = company
  await chooseFromMenu(page, '寄送電子郵件通知')
  const dialog = page.getByRole('dialog', { name: '寄送電子郵件通知' })
  await dialog.getByRole('button', { name: '寄送 1 張' }).click()
  await dialog.getByText('已寄出 1／1 張，寄送完畢。').waitFor()
  await dialog.getByRole('button', { name: '關閉' }).click()
  expect(mail.mails.map(({ to }) => to)).toEqual([['lin.link@example.com']])
  const raw = mail.mails[0]?.raw ?? ''
  expect(filesOf(raw).map(({ name }) => name)).toEqual([expect.stringMatching(/^繳款單_.+\.pdf$/)])
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(pathIn('bill')).toMatch(/^\/bill\/[\w-]{24}$/)
})

test('the payer opens the link, identifies themselves, and sees that bill with its slip', async () => {
  const { page } = payer
  await openWithCaptcha(page, server, pathIn('bill'), async () => {
    expect(await page.getByRole('main').innerText()).not.toMatch(/林|管理|1,250/)
    await page.getByRole('textbox', { name: '身分證字號／統一編號' }).fill('a123456789')
  })
  await page.getByRole('button', { name: '查看帳單' }).click()
  await page.waitForURL('**/payment-information')
  const bill = page.getByRole('article')
  await bill.first().waitFor()
  expect(await bill.count()).toBe(1)
  for (const words of ['林○結', '1,250']) expect(await page.getByRole('main').innerText()).toContain(words)
  await bill.getByRole('button', { name: /^立即繳費/ }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /下載繳款單/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^繳款單_.+\.pdf$/)
})

test('the payer unsubscribes by the button of the page, and the company reads why no further notice is sent', async () => {
  const { page } = payer
  await page.goto(pathIn('unsubscribe'))
  await page.getByRole('button', { name: /^退訂/ }).click()
  await page.getByText(/^已退訂「示範社區管理委員會」的繳款通知/).waitFor()
  await chooseFromMenu(company.page, '寄送電子郵件通知')
  const dialog = company.page.getByRole('dialog', { name: '寄送電子郵件通知' })
  await dialog.getByText('收件人已退訂貴公司的電子郵件通知，請改以其他方式交付繳款單。').waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()
})

test('the run of the notice is listed with the result of its bill, and no token or address is in the log', async () => {
  const { page } = company
  await openFromMenu(page, '通知寄送紀錄')
  await page.getByRole('table', { name: '寄送紀錄' }).getByRole('row').nth(1).getByRole('link').click()
  await page.getByText('共 1 張：已寄出 1 張，未寄出 0 張，寄送中 0 張。').waitFor()
  expect([company.complaints, payer.complaints]).toEqual([[], []])
  for (const secret of [
    pathIn('bill').slice(-24),
    pathIn('unsubscribe').slice(-24),
    'lin.link@example.com',
    'A123456789',
  ])
    expect(server.output()).not.toContain(secret)
})

/** The path of the link in the first e-mail. */
const pathIn = (page: 'bill' | 'unsubscribe'): string =>
  new RegExp(`https://pay\\.bank\\.example(/${page}/[\\w-]+)`).exec(
    partsOf(mail.mails[0]?.raw ?? '')['text/plain'] ?? '',
  )?.[1] ?? ''
