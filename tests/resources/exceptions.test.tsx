import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import exceptions from '../../resources/TLDetailExceptionHandling'
import type { RecordValues } from '../../src/schema/language/types'
import type { ReportedLine } from '../../src/server/payments/book-lines'
import { drawAdmin, signIn } from '../admin/admin-page'
import { book, newAccount, reported } from '../server/payments/support/booking'
import { expectCorrectLedger } from '../server/payments/support/persons'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { failures, network, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
let users: Readonly<Record<'maker' | 'checker' | 'viewer', RecordValues>>
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.agreement({ ApplyCode: '77004', AgreementName: '雙人控管', DualControl: true })
  for (const ApplyCode of ['77001', '77004']) await given.billCategory({ ApplyCode })
  const codes = { ApplyCodes: ['77001', '77004'] }
  users = {
    maker: await given.user({ UserId: 'maker01', ...codes }),
    checker: await given.user({ UserId: 'checker01', RoleId: 'CustomerChecker', ...codes }),
    viewer: await given.user({ UserId: 'viewer01', RoleId: 'CustomerViewer', ...codes }),
  }
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signInAs('maker')
})

const signInAs = (user: keyof typeof users) => signIn(portal, users[user], { ApplyCodes: ['77001', '77004'] })

const screens = { TLDetailExceptionHandling: async () => ({ default: exceptions }) }

/** Books a payment that becomes an exception; returns its account. */
const waiting = async (values: Partial<ReportedLine> = {}): Promise<string> => {
  const VACAccount = newAccount()
  await book(portal, reported({ VACAccount, ...values }))
  return values.VACAccount ?? VACAccount
}

const bill = (values: RecordValues = {}) => portal.given.bill({ VACAccount: newAccount(), ...values })

/** Returns the row of the line with an account. */
const row = (account: string) => page.getByRole('row', { name: new RegExp(account) })

const openDialog = async (account: string, action: string) => {
  await row(account)
    .getByRole('button', { name: new RegExp(`^${action} `) })
    .click()
  return page.getByRole('dialog', { name: action })
}

const draw = () => drawAdmin(portal.schemas, '/admin/TLDetailExceptionHandling', screens)

test('a row says why its line waits, how long, and what would solve it', async () => {
  const payer = { PayerId: 'P-1', PayerName: '陳小華' }
  const paid = await bill(payer)
  await book(portal, reported({ VACAccount: String(paid.VACAccount), TradeDate: '2026-11-07' }))
  const other = await bill({ ...payer, ShouldPayAmount: 1000 })
  const account = await waiting({ VACAccount: String(paid.VACAccount), TradeDate: '2026-11-08' })
  draw()
  await expect.element(row(account)).toHaveTextContent(/重複繳.*已等 \d+ 天.*先前已經繳清，這筆又收到 1,000 元/)
  await row(account)
    .getByRole('button', { name: `改銷到 ${other.BillNo}` })
    .click()
  const dialog = page.getByRole('dialog', { name: '改銷' })
  await expect.element(dialog.getByRole('radio', { name: new RegExp(String(other.BillNo)) })).toBeChecked()
  await expect
    .element(dialog.getByRole('table', { name: '處理前後' }))
    .toHaveTextContent(new RegExp(`${other.BillNo}.*已繳 NT\\$0.*未繳 NT\\$1,000.*已繳 NT\\$1,000`))
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: `改銷到 ${other.BillNo}` }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent(`已改銷到帳單 ${other.BillNo}。`)
  await expect.element(dialog.getByRole('link', { name: /繳費證明/ })).toBeVisible()
  await dialog.getByRole('button', { name: '關閉' }).click()
  await expectCorrectLedger(portal)
})

test('a line is divided by the keyboard, the remainder is shown, and a refusal stands at its part', async () => {
  const bills = [await bill({ ShouldPayAmount: 600 }), await bill({ ShouldPayAmount: 400 })]
  const account = await waiting()
  draw()
  const dialog = await openDialog(account, '分拆')
  for (const [index, { BillNo }] of bills.entries()) {
    await dialog.getByRole('combobox', { name: `第 ${index + 1} 筆：帳單或虛擬帳號` }).fill(String(BillNo))
    await page.getByRole('option', { name: new RegExp(String(BillNo)) }).click()
  }
  await expect.element(dialog.getByText('尚餘 NT$0')).toBeVisible()
  await expect.element(dialog.getByRole('table', { name: '處理前後' })).toHaveTextContent(/這筆交易.*已分拆/)
  const amount = dialog.getByRole('textbox', { name: '第 2 筆：金額' })
  await amount.fill('300')
  await expect.element(dialog.getByText('尚餘 NT$100')).toBeVisible()
  await amount.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByRole('combobox', { name: '第 3 筆：帳單或虛擬帳號' })).toHaveFocus()
  await userEvent.keyboard('99999999999999')
  await dialog.getByRole('button', { name: /填入尚餘金額 100/ }).click()
  await expect
    .element(dialog.getByRole('group', { name: '第 3 筆' }))
    .toHaveTextContent(/查無虛擬帳號 99999999999999 的代收約定/)
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: '刪除第 3 筆' }).click()
  await dialog.getByRole('button', { name: /填入未繳餘額 400/ }).click()
  await dialog.getByRole('button', { name: '一筆匯款繳多張帳單' }).click()
  await dialog.getByRole('button', { name: '分拆為 2 筆' }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('已分拆。')
  await expectCorrectLedger(portal)
})

test('an over-payment is asked about, and only then done', async () => {
  const small = await bill({ ShouldPayAmount: 700 })
  const account = await waiting()
  draw()
  const dialog = await openDialog(account, '改銷')
  await dialog.getByRole('textbox', { name: '搜尋帳單' }).fill(String(small.BillNo))
  await dialog.getByRole('radio', { name: new RegExp(String(small.BillNo)) }).click()
  await expect.element(dialog.getByText(/多 NT\$300，改銷後帳單會溢繳/)).toBeVisible()
  await expect.element(dialog.getByRole('table', { name: '處理前後' })).toHaveTextContent(/溢繳 NT\$300/)
  await dialog.getByRole('button', { name: '繳款人來電確認' }).click()
  await dialog.getByRole('button', { name: `改銷到 ${small.BillNo}` }).click()
  await page.getByRole('button', { name: '取消' }).last().click()
  await expect.element(dialog.getByText(/處理說明/).first()).toBeVisible()
  await dialog.getByRole('button', { name: `改銷到 ${small.BillNo}` }).click()
  await page.getByRole('button', { name: '溢繳並改銷' }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent(/已改銷到帳單/)
  await expectCorrectLedger(portal)
})

test('a corrected account is verified while typing, and says which bill it would match', async () => {
  const target = await bill()
  const account = await waiting()
  draw()
  const dialog = await openDialog(account, '更正虛擬帳號')
  const input = dialog.getByRole('textbox', { name: '更正後虛擬帳號' })
  await input.fill('88')
  await expect.element(dialog.getByText(/開頭不是您的委託單位代號/)).toBeVisible()
  await input.fill(account)
  await expect.element(dialog.getByText('與目前的虛擬帳號相同，請填寫正確的虛擬帳號。')).toBeVisible()
  const wrong = `${String(target.VACAccount).slice(0, -1)}${(Number(String(target.VACAccount).at(-1)) + 1) % 10}`
  await input.fill(wrong)
  await expect.element(dialog.getByText(/長度或檢查碼不符/)).toBeVisible()
  await input.fill(String(target.VACAccount))
  await expect.element(dialog.getByText(`檢查碼正確，會銷帳到帳單 ${target.BillNo}。`)).toBeVisible()
  await dialog.getByRole('button', { name: '繳款人誤植帳號' }).click()
  await dialog.getByRole('button', { name: '更正', exact: true }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent(`銷帳到帳單 ${target.BillNo}`)
  await expectCorrectLedger(portal)
})

test('what was typed is kept when somebody else has changed the line, and closing asks', async () => {
  const account = await waiting()
  draw()
  const dialog = await openDialog(account, '作廢')
  await dialog.getByRole('textbox', { name: '處理說明' }).fill('已退款給繳款人')
  worker.use(
    failures.refusal('/TLDetailExceptionHandling/:id/Invalid', '2009', '這筆交易已由 maker02 處理，請重新載入。'),
  )
  await dialog.getByRole('button', { name: '作廢', exact: true }).click()
  await expect.element(dialog.getByText(/這筆交易已由 maker02 處理/)).toBeVisible()
  await dialog.getByRole('button', { name: '重新載入' }).click()
  await expect.element(dialog.getByRole('textbox', { name: '處理說明' })).toHaveValue('已退款給繳款人')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '繼續填寫' }).click()
  await expect.element(dialog).toBeVisible()
  worker.resetHandlers()
  await dialog.getByRole('button', { name: '作廢', exact: true }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent(/已作廢。請在系統外把款項退還繳款人。/)
})

test('with four eyes a handling is proposed by one person and released by another', async () => {
  const target = await bill({ ApplyCode: '77004', VACAccount: newAccount('77004') })
  const account = await waiting({ VACAccount: newAccount('77004') })
  draw()
  const dialog = await openDialog(account, '改銷')
  await dialog.getByRole('radio', { name: new RegExp(String(target.BillNo)) }).click()
  await dialog.getByRole('button', { name: '繳款人來電確認' }).click()
  await expect.element(dialog.getByText(/須由另一位可放行的人員放行/)).toBeVisible()
  await dialog.getByRole('button', { name: '送出放行' }).click()
  await expect.element(page.getByText('已送出，等另一位可放行的人員放行後生效。')).toBeVisible()
  await expect
    .element(row(account))
    .toHaveTextContent(/待放行.*maker01 已提出處理，等另一人放行，說明「繳款人來電確認」/)
  await signInAs('checker')
  draw()
  const release = await openDialog(account, '放行')
  await expect
    .element(release)
    .toHaveTextContent(new RegExp(`改銷到帳單 ${target.BillNo}.*maker01 提出：繳款人來電確認`))
  await expect.element(release.getByRole('table', { name: '處理前後' })).toHaveTextContent(/已改銷/)
  expect(await violations()).toEqual([])
  await release.getByRole('button', { name: '放行', exact: true }).click()
  await expect.element(page.getByText('已放行。')).toBeVisible()
  await expectCorrectLedger(portal)
})

test('many lines are set aside at once by a job, whose result names the failures', async () => {
  const accounts = [await waiting(), await waiting()]
  draw()
  for (const account of accounts) await row(account).getByRole('checkbox').click()
  await page.getByRole('button', { name: '作廢', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: '作廢' })
  await expect.element(dialog.getByText('可以作廢的有 2 筆，共 NT$2,000。')).toBeVisible()
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: '重複繳款，已退還繳款人' }).click()
  await dialog.getByRole('button', { name: '作廢 2 筆' }).click()
  await portal.ports.jobs.runUntilIdle()
  await expect.element(dialog.getByText('已作廢 2 筆。')).toBeVisible()
  await dialog.getByRole('button', { name: '關閉' }).click()
  await expectCorrectLedger(portal)
})

test('the detail page shows why the line waits, its file, and everything that was done with it', async () => {
  const account = await waiting({ SourceFile: 'MART.20261119', LineNo: 12 })
  const router = draw()
  const dialog = await openDialog(account, '作廢')
  await dialog.getByRole('button', { name: '重複繳款，已退還繳款人' }).click()
  await dialog.getByRole('button', { name: '作廢', exact: true }).click()
  await dialog.getByRole('link', { name: /這筆交易與處理紀錄/ }).click()
  await expect.poll(() => router.state.location.pathname).toMatch(/\/show$/)
  await expect.element(page.getByText('來自檔案 MART.20261119 第 12 列')).toBeVisible()
  await expect.element(page.getByText(/maker01 處理：重複繳款，已退還繳款人/)).toBeVisible()
  expect(await violations()).toEqual([])
})

test('without the extensions the page works without suggestions and previews', async () => {
  const account = await waiting()
  worker.use(failures.bareStatus('/Ext/*', 404, 'Not Found'))
  draw()
  await expect.element(row(account)).toHaveTextContent(/查無帳單/)
  const dialog = await openDialog(account, '作廢')
  await dialog.getByRole('button', { name: '繳款人誤繳，已退還' }).click()
  await dialog.getByRole('button', { name: '作廢', exact: true }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent(/已作廢/)
})

test('a viewer gets no buttons', async () => {
  const account = await waiting()
  await signInAs('viewer')
  draw()
  await expect.element(row(account)).toBeVisible()
  await expect.element(row(account).getByRole('button', { name: /作廢|改銷|分拆/ })).not.toBeInTheDocument()
})
