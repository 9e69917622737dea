import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesOf, type MailServer, partsOf } from '../support/smtp'
import { choose, chooseFromMenu, openPage, sharedBrowser, type WatchedPage } from './support/browser'
import { openConditions } from './support/list'
import { startWithMail } from './support/mail'
import { canReadPaper, scan, textOf } from './support/paper'
import { type RunningServer, temporaryFolder } from './support/server'
import { companyToken, demoAccount, openFromMenu, outData, signInCompany } from './support/sign-in'

// Payers are notified of chosen bills: what they receive comes from a real mail server.

let server: RunningServer
let mail: MailServer
let company: WatchedPage
let page: Page

beforeAll(async () => {
  ;({ server, mail } = await startWithMail())
  company = await openPage(await sharedBrowser(), server.url)
  page = company.page
  await signInCompany(page, server, demoAccount('maker01'))
})

afterAll(async () => {
  await server?.stop()
  await mail?.close()
})

const rows = () =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') })
const dialog = () => page.getByRole('dialog', { name: '寄送電子郵件通知' })
let number = ''

test('chosen bills are sent after a dialog that says to whom and what', async () => {
  await openFromMenu(page, '代收資料維護')
  await openConditions(page)
  await choose(page, '帳單狀態', /^未繳$/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '查詢', exact: true }).click()
  await rows().nth(2).getByText('未繳').waitFor()
  for (const index of [1, 2]) await rows().nth(index).getByRole('checkbox').click()
  await page.getByRole('group', { name: '選取的資料' }).getByRole('button', { name: '寄送電子郵件通知' }).click()
  await dialog().getByText('確定要通知這 2 張帳單的繳款人嗎？').waitFor()
  const recipients = await dialog().getByRole('region', { name: '收件的帳單' }).innerText()
  expect(recipients).toMatch(/\*\*\*@/)
  number = /[\w-]+/.exec(recipients)?.[0] ?? ''
  await dialog().getByRole('button', { name: '寄送 2 張' }).click()
  await dialog().getByText('已寄出 2／2 張，寄送完畢。').waitFor()
  expect(mail.mails).toHaveLength(2)
  await dialog().getByRole('button', { name: '關閉' }).click()
})

test.runIf(canReadPaper)('the mail has a slip that names the bill, and whose barcodes scan', async () => {
  const raw = mail.mails.map((one) => one.raw).find((one) => partsOf(one)['text/plain']?.includes(number)) ?? ''
  const [slip] = filesOf(raw)
  const pdf = join(temporaryFolder(), 'slip.pdf')
  writeFileSync(pdf, slip?.bytes ?? '')
  const bill = await storedBill()
  expect(slip?.name).toBe(`繳款單_${number}_${bill.VACAccount}.pdf`)
  const text = textOf(pdf)
  for (const words of [number, bill.VACAccount, ...bill.MarketBarcodes]) expect(text).toContain(words)
  expect(bill.MarketBarcodes).toHaveLength(3)
  const codes = scan(pdf)
  for (const code of bill.MarketBarcodes) expect(codes).toContain(code)
})

test('the bill’s page has the notice in its log, and a second one on the same day is refused with the reason', async () => {
  const { SerialId } = await storedBill()
  await page.goto(`/admin/bills/${SerialId}/show`)
  const line = page.getByRole('table', { name: '通知紀錄' }).getByRole('row').nth(1)
  await line.getByText('成功').waitFor()
  await line.getByText(/\*\*\*@/).waitFor()
  await chooseFromMenu(page, '寄送電子郵件通知')
  await dialog().getByText('今天已寄送過電子郵件通知').waitFor()
  expect(await dialog().getByRole('button', { name: '寄送', exact: true }).isDisabled()).toBe(true)
  await dialog().getByRole('button', { name: '取消' }).click()
  expect(company.complaints).toEqual([])
  expect(server.output()).not.toMatch(/[\w.]+@example\.com/)
})

interface StoredBill {
  readonly SerialId: number
  readonly VACAccount: string
  readonly MarketBarcodes: readonly string[]
}

const storedBill = async (): Promise<StoredBill> => {
  const headers = { Authorization: `Bearer ${await signedIn()}` }
  const { Items } = await outData<{ Items: StoredBill[] }>(
    await fetch(`${server.url}/api/Bills?BillNo=${number}`, { headers }),
  )
  return outData<StoredBill>(await fetch(`${server.url}/api/Bills/${Items[0]?.SerialId}`, { headers }))
}

// Of another user, because a user has one session.
const signedIn = (): Promise<string> => {
  token ??= companyToken(server, demoAccount('admin01'))
  return token
}
let token: Promise<string> | undefined
