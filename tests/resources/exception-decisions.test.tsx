import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newAccount } from '../server/payments/support/booking'
import { expectCorrectLedger, person, toBill } from '../server/payments/support/persons'
import { violations } from '../support/browser/axe'
import { failures, onRequest, requestsAnswered, respondWith } from '../support/browser/msw'
import { exceptionsPage, openDialog, row } from './exceptions-page'

// What a second person decides about a handling: release, refuse, undo; and what its proposer does: withdraw.

const { worker, portal, signInAs, waiting, waitingLine, bill, draw } = exceptionsPage()

/** Returns a line of the agreement with dual control, for which a person has proposed a bill. */
const proposed = async (by: string) => {
  const target = await bill({ ApplyCode: '77004', VACAccount: newAccount('77004') })
  const line = await waitingLine({ VACAccount: newAccount('77004') })
  await person(portal(), by).handle(line.id, toBill(target), '繳款人來電確認')
  return { ...line, target }
}

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
    .toHaveTextContent(/待放行.*（maker01） 已提出處理，等另一人放行，說明「繳款人來電確認」/)
  await expect.element(row(account)).toHaveTextContent(`提出的處理：改銷到帳單 ${target.BillNo}`)
  await signInAs('checker')
  draw()
  const release = await openDialog(account, '放行')
  await expect
    .element(release)
    .toHaveTextContent(new RegExp(`改銷到帳單 ${target.BillNo}.*maker01） 提出：繳款人來電確認`))
  await expect.element(release.getByRole('table', { name: '處理前後' })).toHaveTextContent(/已改銷/)
  expect(await violations()).toEqual([])
  await release.getByRole('button', { name: '放行', exact: true }).click()
  await expect.element(page.getByText('已放行。')).toBeVisible()
  await expectCorrectLedger(portal())
})

test('a checker refuses a proposal with a reason, and the line waits again', async () => {
  const { account, target } = await proposed('maker01')
  await signInAs('checker')
  draw()
  const dialog = await openDialog(account, '退回')
  await expect
    .element(dialog)
    .toHaveTextContent(new RegExp(`改銷到帳單 ${target.BillNo}.*maker01） 提出：繳款人來電確認`))
  const confirm = dialog.getByRole('button', { name: '退回', exact: true })
  await expect.element(confirm).toBeDisabled()
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: '請補充說明' }).click()
  await confirm.click()
  await expect.element(page.getByText('已退回，交易回到待處理。')).toBeVisible()
  // The list of a checker opens with the lines that wait for release.
  await page.getByRole('tab', { name: /^全部待處理/ }).click()
  await expect.element(row(account)).toHaveTextContent(/查無帳單/)
  await row(account).getByRole('link').first().click()
  await expect.element(page.getByText(/checker01） 退回：請補充說明/)).toBeVisible()
  await expectCorrectLedger(portal())
})

test('a maker withdraws their own proposal, but not that of another person', async () => {
  const [own, foreign] = [await proposed('maker01'), await proposed('maker02')]
  const calls: string[] = []
  onRequest(worker, ({ url }) => calls.push(...(/Get(?:Handlings|Proposals)/.exec(url) ?? [])))
  draw()
  await expect.element(row(foreign.account)).toHaveTextContent(/maker02 已提出處理/)
  await expect.element(row(own.account)).toHaveTextContent(/.（maker01） 已提出處理/)
  expect(calls).toEqual(['GetProposals'])
  await expect.element(row(foreign.account).getByRole('button', { name: /^撤回提案/ })).not.toBeInTheDocument()
  const dialog = await openDialog(own.account, '撤回提案')
  await expect.element(dialog).toHaveTextContent(new RegExp(`改銷到帳單 ${own.target.BillNo}.*maker01） 提出`))
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: '撤回提案', exact: true }).click()
  await expect.element(page.getByText('已撤回提案，交易回到待處理。')).toBeVisible()
  await expect.element(row(own.account).getByRole('button', { name: /^改銷 / })).toBeVisible()
  await expectCorrectLedger(portal())
})

test('a proposal that was withdrawn meanwhile is not released, and the dialog says so', async () => {
  const { id, account } = await proposed('maker01')
  await signInAs('checker')
  draw()
  const dialog = await openDialog(account, '放行')
  await expect.element(dialog.getByRole('table', { name: '處理前後' })).toHaveTextContent(/已改銷/)
  await person(portal(), 'maker01').withdraw(id)
  await dialog.getByRole('button', { name: '放行', exact: true }).click()
  await expect.element(dialog.getByText(/由「maker01」異動，目前是「例外：查無帳單」/)).toBeVisible()
  await dialog.getByRole('button', { name: '重新載入' }).click()
  await expect.element(dialog.getByText(/只有待放行的交易可以放行/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: '放行', exact: true })).toBeDisabled()
  await expectCorrectLedger(portal())
})

test('a second person finds what was handled in its tab, and undoes it after seeing the figures', async () => {
  const target = await bill()
  const { id, account } = await waitingLine()
  await person(portal(), 'maker01').handle(id, toBill(target), '繳款人來電確認')
  await signInAs('checker')
  draw()
  await page.getByRole('tab', { name: /^已處理/ }).click()
  const dialog = await openDialog(account, '取消處理')
  await expect
    .element(dialog)
    .toHaveTextContent(new RegExp(`改銷到帳單 ${target.BillNo}.*maker01） 處理：繳款人來電確認`))
  await expect
    .element(dialog.getByRole('table', { name: '處理前後' }))
    .toHaveTextContent(/已改銷.*查無帳單.*已繳 NT\$1,000.*未繳 NT\$1,000/)
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: '處理錯誤，重新處理' }).click()
  await dialog.getByRole('button', { name: '取消處理', exact: true }).click()
  await expect.element(page.getByText('已取消處理，交易回到待處理。')).toBeVisible()
  await page.getByRole('tab', { name: /^全部待處理/ }).click()
  await expect.element(row(account)).toHaveTextContent(/查無帳單/)
  await expectCorrectLedger(portal())
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
  await portal().ports.jobs.runUntilIdle()
  await expect.element(dialog.getByText('已作廢 2 筆。')).toBeVisible()
  await dialog.getByRole('button', { name: '關閉' }).click()
  await expectCorrectLedger(portal())
})

/** Returns how often a call was sent since this call. */
const timesSent = (path: string): (() => number) => {
  let count = 0
  onRequest(worker, ({ url }) => void (url.includes(path) && count++))
  return () => count
}

/** Selects a line in the list and has it set aside by a job. */
const setAside = async (account: string) => {
  draw()
  await row(account).getByRole('checkbox').click()
  await page.getByRole('button', { name: '作廢', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: '作廢' })
  await dialog.getByRole('button', { name: '重複繳款，已退還繳款人' }).click()
  await dialog.getByRole('button', { name: '作廢 1 筆' }).click()
  return dialog
}

/** Makes the calls that are repeated by an interval wait for `vi.advanceTimersByTime`. */
const holdPolling = () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('a result that arrives before the end of its job stays, and its refused lines stay selected', async () => {
  const { id, account } = await waitingLine()
  const job = { JobId: 4711, State: 'running', Name: '作廢', Done: 0, Total: 1, Error: null, Unread: false }
  const Refused = [{ SerialId: id, Name: account, Message: '交易已異動。' }]
  worker.use(
    respondWith('/Ext/TLDetailExceptionHandling/MultiInvalid', { JobId: 4711 }),
    http.get('*/api/Ext/GetJobs', () => HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: [job] })),
    http.get(
      '*/api/Ext/TLDetailExceptionHandling/GetBulkResult/4711',
      () =>
        HttpResponse.json({
          ReturnCode: '0000',
          ReturnMsg: '',
          OutData: { Count: 1, DoneCount: 0, ProposedCount: 0, RefusedCount: 1, Refused },
        }),
      { once: true },
    ),
    failures.status('/Ext/TLDetailExceptionHandling/GetBulkResult/4711', 503, ''),
  )
  const results = timesSent('/GetBulkResult/')
  holdPolling()
  const dialog = await setAside(account)
  await expect.element(dialog.getByText('已作廢 0 筆，沒有處理 1 筆。')).toBeVisible()
  await requestsAnswered()
  Object.assign(job, { State: 'done', Unread: true })
  vi.advanceTimersByTime(3_000)
  await expect.element(page.getByText('有 1 項作業已結束')).toBeInTheDocument()
  await requestsAnswered()
  await expect.element(dialog.getByText('已作廢 0 筆，沒有處理 1 筆。')).toBeVisible()
  expect(results()).toBe(1)
  await dialog.getByRole('button', { name: '關閉' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(row(account).getByRole('checkbox')).toBeChecked()
})

test('a job that was stopped is said to have handled nothing only once it has no result, and then it is not asked for', async () => {
  const account = await waiting()
  let status = 503
  worker.use(
    respondWith('/Ext/TLDetailExceptionHandling/MultiInvalid', { JobId: 4711 }),
    respondWith('/Ext/GetJobs', [{ JobId: 4711, State: 'cancelled', Name: '作廢', Done: 0, Total: 1, Error: null }]),
    http.get('*/api/Ext/TLDetailExceptionHandling/GetBulkResult/4711', () =>
      HttpResponse.json({ ReturnCode: '9999', ReturnMsg: '', OutData: null }, { status }),
    ),
  )
  const [results, jobs] = [timesSent('/GetBulkResult/'), timesSent('/GetJobs')]
  holdPolling()
  const dialog = await setAside(account)
  await expect.element(dialog.getByText('目前無法讀取進度，處理不受影響。')).toBeVisible()
  expect(dialog.getByText('沒有處理任何交易', { exact: false }).elements()).toEqual([])
  await requestsAnswered()
  status = 404
  vi.advanceTimersByTime(1_500)
  await expect.element(dialog.getByText('沒有處理任何交易', { exact: false })).toBeVisible()
  const [resultsBefore, jobsBefore] = [results(), jobs()]
  vi.advanceTimersByTime(30_000)
  await expect.poll(jobs).toBeGreaterThan(jobsBefore)
  await requestsAnswered()
  expect(results()).toBe(resultsBefore)
})

test('lines that came too late pay their own bills at once', async () => {
  const late = await bill({ PaymentEndDate: '2026-11-01' })
  const account = await waiting({ VACAccount: String(late.VACAccount) })
  draw()
  await row(account).getByRole('checkbox').click()
  await page.getByRole('button', { name: '銷回原帳單', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: '銷回原帳單' })
  await expect.element(dialog.getByText('可以銷回原帳單的有 1 筆，共 NT$1,000。')).toBeVisible()
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: '逾期繳款，同意收取' }).click()
  await dialog.getByRole('button', { name: '銷回原帳單 1 筆' }).click()
  await portal().ports.jobs.runUntilIdle()
  await expect.element(dialog.getByText('已銷回原帳單 1 筆。')).toBeVisible()
  await dialog.getByRole('button', { name: '關閉' }).click()
  await expectCorrectLedger(portal())
})

test('all lines of a query, of which the page shows a part, are set aside at once', async () => {
  for (let count = 0; count < 22; count += 1) await waiting({ VACAccount: mistyped(newAccount()), Amount: 500 })
  const other = await waiting()
  draw()
  await page.getByRole('tab', { name: /^檢碼不符\s*22 筆$/ }).click()
  await page.getByRole('checkbox', { name: '選取本頁全部' }).click()
  await page.getByRole('button', { name: '改選全部 22 筆' }).click()
  const bar = page.getByRole('group', { name: '選取的資料' })
  await bar.getByRole('button', { name: '作廢', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '作廢' })
  await expect.element(dialog.getByText('可以作廢的有 22 筆，共 NT$11,000。')).toBeVisible()
  await expect.element(dialog.getByText(/^(「[^」]+」、){4}「[^」]+」，另有 17 筆$/)).toBeVisible()
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: '重複繳款，已退還繳款人' }).click()
  await dialog.getByRole('button', { name: '作廢 22 筆' }).click()
  await portal().ports.jobs.runUntilIdle()
  await expect.element(dialog.getByText('已作廢 22 筆。')).toBeVisible()
  await dialog.getByRole('button', { name: '關閉' }).click()
  await expect.element(page.getByRole('tab', { name: /^檢碼不符\s*0 筆$/ })).toBeVisible()
  await page.getByRole('tab', { name: /^全部待處理/ }).click()
  await expect.element(row(other)).toHaveTextContent(/查無帳單/)
  await expectCorrectLedger(portal())
})

/** Returns an account with a wrong check digit. */
const mistyped = (account: string): string => `${account.slice(0, -1)}${(Number(account.at(-1)) + 1) % 10}`
