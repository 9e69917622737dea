import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { book, newAccount, reported } from '../server/payments/support/booking'
import { expectCorrectLedger, person, toBill } from '../server/payments/support/persons'
import { violations } from '../support/browser/axe'
import { failures, onRequest, respondWith } from '../support/browser/msw'
import { exceptionsPage, openDialog, row } from './exceptions-page'

const { portal, worker, signInAs, waiting, waitingLine, bill, draw } = exceptionsPage()

test('a row says why its line waits, how long, and what would solve it', async () => {
  const payer = { PayerId: 'P-1', PayerName: '陳小華' }
  const paid = await bill(payer)
  await book(portal(), reported({ VACAccount: String(paid.VACAccount), TradeDate: '2026-11-07' }))
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
  await expectCorrectLedger(portal())
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
  await expectCorrectLedger(portal())
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
  await expectCorrectLedger(portal())
})

test('bills are searched from the second character on, and a list that lacks some says so', async () => {
  const target = await bill({ PayerName: '歐陽小明' })
  const account = await waiting()
  const keywords: (string | null)[] = []
  onRequest(worker, ({ url }) => {
    if (url.includes('GetChangeBills')) keywords.push(new URL(url).searchParams.get('Keyword'))
  })
  draw()
  const dialog = await openDialog(account, '改銷')
  const search = dialog.getByRole('textbox', { name: '搜尋帳單' })
  await search.fill('歐')
  await expect.element(dialog.getByText('輸入 2 個字以上開始搜尋。')).toBeVisible()
  await search.fill('歐陽')
  await expect.poll(() => keywords).toEqual([null, '歐陽'])
  await expect.element(dialog.getByRole('radio', { name: new RegExp(String(target.BillNo)) })).toBeVisible()
  expect(dialog.getByText(/輸入 2 個字以上|還有其他帳單/).elements()).toEqual([])
  worker.use(respondWith('/TLDetailExceptionHandling/*/GetChangeBills', { Items: [], TotalCount: 101 }))
  await search.fill('歐陽小')
  await expect.element(dialog.getByText('列出前 0 張，還有其他帳單；請用搜尋縮小範圍。')).toBeVisible()
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
  expect(await violations()).toEqual([])
  await input.fill(String(target.VACAccount))
  await expect.element(dialog.getByText(`檢查碼正確，會銷帳到帳單 ${target.BillNo}。`)).toBeVisible()
  await dialog.getByRole('button', { name: '繳款人誤植帳號' }).click()
  await dialog.getByRole('button', { name: '更正', exact: true }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent(`銷帳到帳單 ${target.BillNo}`)
  await expectCorrectLedger(portal())
})

test('what was typed is kept when another person has changed the line, and closing asks', async () => {
  const { id, account } = await waitingLine()
  draw()
  const dialog = await openDialog(account, '作廢')
  await expect.element(dialog.getByRole('table', { name: '處理前後' })).toHaveTextContent(/查無帳單.*已作廢/)
  await dialog.getByRole('textbox', { name: '處理說明' }).fill('已退款給繳款人')
  const corrected = newAccount()
  await person(portal(), 'maker02').handle(id, { action: 'ChangeVACAccount', VACAccount: corrected })
  await dialog.getByRole('button', { name: '作廢', exact: true }).click()
  await expect.element(dialog.getByText('您填寫的內容會保留。')).toBeVisible()
  await expect.element(dialog.getByText(/由「maker02」異動，目前是「例外：查無帳單」/)).toBeVisible()
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: '重新載入' }).click()
  await expect.element(dialog.getByRole('region', { name: '交易' })).toHaveTextContent(corrected)
  await expect.element(dialog.getByRole('textbox', { name: '處理說明' })).toHaveValue('已退款給繳款人')
  await dialog.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '繼續填寫' }).click()
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('button', { name: '作廢', exact: true }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent(/已作廢。請在系統外把款項退還繳款人。/)
  await dialog.getByRole('button', { name: '關閉' }).click()
  await expectCorrectLedger(portal())
})

test('the new remainder of a bill that was paid meanwhile is shown, and what was typed is kept', async () => {
  const target = await bill()
  const account = await waiting()
  const payTarget = async (Amount: number) =>
    person(portal(), 'maker02').handle((await waitingLine({ Amount })).id, toBill(target), '同一繳款人')
  draw()
  const dialog = await openDialog(account, '改銷')
  const choice = dialog.getByRole('radio', { name: new RegExp(String(target.BillNo)) })
  const submit = dialog.getByRole('button', { name: `改銷到 ${target.BillNo}` })
  const reason = dialog.getByRole('textbox', { name: '處理說明' })
  await choice.click()
  await reason.fill('繳款人來電說明')
  await expect.element(dialog.getByRole('table', { name: '處理前後' })).toHaveTextContent(/已繳 NT\$1,000/)
  await payTarget(400)
  await submit.click()
  const changed = (state: string, paid: string) =>
    dialog.getByText(
      new RegExp(`帳單 ${target.BillNo} 已於 .+ 異動，目前是「${state}」，應繳 1,000 元、已繳 ${paid} 元`),
    )
  await expect.element(changed('部分繳', '400')).toBeVisible()
  await expect.element(dialog.getByText('您填寫的內容會保留。')).toBeVisible()
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: '重新載入' }).click()
  await expect.element(dialog.getByText('未繳 NT$600').first()).toBeVisible()
  await expect.element(dialog.getByText(/多 NT\$400，改銷後帳單會溢繳/)).toBeVisible()
  await expect.element(dialog.getByRole('table', { name: '處理前後' })).toHaveTextContent(/溢繳 NT\$400/)
  await expect.element(choice).toBeChecked()
  await expect.element(reason).toHaveValue('繳款人來電說明')
  await payTarget(600)
  await submit.click()
  await page.getByRole('button', { name: '溢繳並改銷' }).click()
  await expect.element(changed('已繳', '1,000')).toBeVisible()
  await dialog.getByRole('button', { name: '重新載入' }).click()
  await expect.element(dialog.getByText('未繳 NT$0').first()).toBeVisible()
  await expect.element(reason).toHaveValue('繳款人來電說明')
  await expect.element(submit).toBeDisabled()
  await expectCorrectLedger(portal())
})

test('the parts of a division keep their amounts, and show the new remainder of a bill that was paid meanwhile', async () => {
  const bills = [await bill({ ShouldPayAmount: 600 }), await bill({ ShouldPayAmount: 400 })]
  const account = await waiting()
  draw()
  const dialog = await openDialog(account, '分拆')
  for (const [index, { BillNo }] of bills.entries()) {
    await dialog.getByRole('combobox', { name: `第 ${index + 1} 筆：帳單或虛擬帳號` }).fill(String(BillNo))
    await page.getByRole('option', { name: new RegExp(String(BillNo)) }).click()
  }
  await dialog.getByRole('button', { name: '一筆匯款繳多張帳單' }).click()
  await expect.element(dialog.getByRole('button', { name: '分拆為 2 筆' })).toBeEnabled()
  const { id } = await waitingLine({ Amount: 100 })
  await person(portal(), 'maker02').handle(id, toBill(bills[1] ?? {}), '同一繳款人')
  await dialog.getByRole('button', { name: '分拆為 2 筆' }).click()
  const part = dialog.getByRole('group', { name: '第 2 筆' })
  await expect.element(dialog.getByText(/已於 .+ 異動，.+應繳 400 元、已繳 100 元/)).toBeVisible()
  await dialog.getByRole('button', { name: '重新載入' }).click()
  await expect.element(part).toHaveTextContent(/帳單尚欠 300 元，分拆金額不可超過/)
  const amount = dialog.getByRole('textbox', { name: '第 2 筆：金額' })
  await expect.element(dialog.getByText('您填寫的內容會保留。')).not.toBeInTheDocument()
  await expect.element(amount).toHaveValue('400')
  await amount.fill('300')
  await expect.element(part).toHaveTextContent(/未繳 NT\$300/)
  await expect.element(dialog.getByText('尚餘 NT$100')).toBeVisible()
  await expectCorrectLedger(portal())
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
  await expect.element(page.getByText(/maker01） 處理：重複繳款，已退還繳款人/)).toBeVisible()
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

test('without the extensions bills are still chosen, lines divided and accounts corrected', async () => {
  const [target, half, other] = [
    await bill(),
    await bill({ ShouldPayAmount: 600 }),
    await bill({ ShouldPayAmount: 400 }),
  ]
  const [changed, divided, corrected] = [await waiting(), await waiting(), await waiting()]
  const own = await bill()
  worker.use(failures.bareStatus('/Ext/*', 404, 'Not Found'))
  draw()
  await expect.element(page.getByRole('tab', { name: '全部待處理' })).toHaveTextContent(/^全部待處理$/)
  await expect.element(page.getByRole('tab', { name: '查無帳單' })).toHaveTextContent(/^查無帳單$/)

  const change = await openDialog(changed, '改銷')
  await change.getByRole('textbox', { name: '搜尋帳單' }).fill(String(target.BillNo))
  await change.getByRole('radio', { name: new RegExp(String(target.BillNo)) }).click()
  await expect
    .element(change.getByRole('table', { name: '處理前後' }))
    .toHaveTextContent(/未繳 NT\$1,000.*已繳 NT\$1,000/)
  await change.getByRole('button', { name: '繳款人來電確認' }).click()
  await change.getByRole('button', { name: `改銷到 ${target.BillNo}` }).click()
  await expect.element(change.getByRole('status')).toHaveTextContent(`已改銷到帳單 ${target.BillNo}。`)
  await change.getByRole('button', { name: '關閉' }).click()

  const divide = await openDialog(divided, '分拆')
  for (const [index, { BillNo }] of [half, other].entries()) {
    await divide.getByRole('combobox', { name: `第 ${index + 1} 筆：帳單或虛擬帳號` }).fill(String(BillNo))
    await page.getByRole('option', { name: new RegExp(String(BillNo)) }).click()
  }
  await divide.getByRole('button', { name: '一筆匯款繳多張帳單' }).click()
  await divide.getByRole('button', { name: '分拆為 2 筆' }).click()
  await expect.element(divide.getByText('已分拆。').first()).toBeVisible()
  await divide.getByRole('button', { name: '關閉' }).click()

  const correct = await openDialog(corrected, '更正虛擬帳號')
  await correct.getByRole('textbox', { name: '更正後虛擬帳號' }).fill(String(own.VACAccount))
  await correct.getByRole('button', { name: '繳款人誤植帳號' }).click()
  await correct.getByRole('button', { name: '更正', exact: true }).click()
  await expect.element(correct.getByText(`已更正虛擬帳號，銷帳到帳單 ${own.BillNo}。`).first()).toBeVisible()
  await correct.getByRole('button', { name: '關閉' }).click()
  await expectCorrectLedger(portal())
})

test('a dialog and its input stay when the window becomes narrow and cards replace the table', async () => {
  const account = await waiting()
  draw()
  const dialog = await openDialog(account, '作廢')
  await dialog.getByRole('textbox', { name: '處理說明' }).fill('已退款給繳款人')
  await page.viewport(390, 844)
  await expect.element(page.getByRole('table', { includeHidden: true, name: /交易/ })).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('textbox', { name: '處理說明' })).toHaveValue('已退款給繳款人')
  expect(await violations()).toEqual([])
})

test('a viewer gets no buttons', async () => {
  const account = await waiting()
  await signInAs('viewer')
  draw()
  await expect.element(row(account)).toBeVisible()
  await expect.element(row(account).getByRole('button', { name: /作廢|改銷|分拆/ })).not.toBeInTheDocument()
})
