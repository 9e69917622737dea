import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noticeStore } from '../../src/browser/dialogs/notice'
import { isAborted } from '../../src/browser/http/api-error'
import { call, requestTimeout } from '../../src/browser/http/client'
import { configureSite } from '../../src/browser/http/config'
import { clearSessions, companySession, openCompanySession } from '../../src/browser/session/session'
import { readCookie } from '../../src/browser/storage/cookie'
import { beginOverlay } from '../../src/browser/storage/system-store'
import { failures, network } from '../support/browser/msw'
import { draw, watchRoot } from '../support/browser/page'
import { companyLogin } from './samples'

const worker = network()

beforeEach(() => {
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null })
  draw(<button type="button">頁面上的按鈕</button>)
})
afterEach(() => {
  vi.useRealTimers()
})

const dialogs = page.getByRole('alertdialog')
const confirm = page.getByRole('button', { name: '確定' })
const doubt = '資料可能已經儲存，請先查詢再重送。'
const noDialog = () => expect.poll(() => dialogs.elements().length).toBe(0)
const clickOutside = () => userEvent.click(document.documentElement, { position: { x: 3, y: 3 }, force: true })

test('HTTP 200 with another ReturnCode rejects with its data, and shows no dialog', async () => {
  worker.use(failures.refusal('/fee/7', '2006', '此項目已停用。', { State: 'Inactive' }))
  await expect(call('fee.get', { params: { SerialId: 7 } })).rejects.toMatchObject({
    status: 200,
    code: '2006',
    message: '此項目已停用。',
    data: { State: 'Inactive' },
  })
  expect(dialogs.elements()).toEqual([])
})

test('401 warns once however many calls fail together; confirming logs out and redirects to the root path', async () => {
  openCompanySession(companyLogin)
  const toRoot = watchRoot()
  worker.use(failures.status('/*', 401, '您的帳號已在另一處登入'))
  const calls = [call('fee.list'), call('Payer.list'), call('Bills.list')]
  for (const result of await Promise.allSettled(calls))
    expect(result).toMatchObject({ status: 'rejected', reason: { status: 401 } })
  const dialog = page.getByRole('alertdialog', { name: '您的登錄狀態已過期，請重新登入' })
  await expect.element(dialog).toBeVisible()
  expect(dialog.element().textContent, 'its words are those of the catalogue alone').not.toContain('另一處')
  expect(dialogs.elements()).toHaveLength(1)
  expect(companySession()).not.toBeNull()
  await confirm.click()
  await noDialog()
  expect(toRoot).toHaveBeenCalledOnce()
  expect(companySession()).toBeNull()
  expect(readCookie('JWT_TOKEN')).toBeNull()
  expect(localStorage.length).toBe(0)
  expect(noticeStore.get(), 'why, for the page that comes next').toEqual({
    text: '您的帳號已在另一處登入',
    tone: 'info',
  })
})

test('confirming the 401 dialog also closes the dialogs of the ended session', async () => {
  watchRoot()
  worker.use(failures.status('/fee', 401, ''), failures.status('/Payer', 500, '系統忙碌'))
  await call('fee.list').catch(() => {})
  await call('Payer.list').catch(() => {})
  await expect.element(page.getByRole('alertdialog', { name: '您的登錄狀態已過期，請重新登入' })).toBeVisible()
  await confirm.click()
  await noDialog()
})

test.each([
  ['ended', () => clearSessions()],
  ['replaced', () => openCompanySession({ ...companyLogin, JWTToken: 'the-next-token' })],
])('a 401 to a call whose session was %s meanwhile is ignored', async (_, change) => {
  openCompanySession(companyLogin)
  worker.use(
    http.get('*/api/fee', () => {
      change()
      return HttpResponse.json({ ReturnCode: '9999', ReturnMsg: '', OutData: null }, { status: 401 })
    }),
  )
  await expect(call('fee.list')).rejects.toSatisfy(isAborted)
  expect(dialogs.elements()).toEqual([])
})

test('dismissing the 401 dialog changes neither page nor session; the next 401 shows it again', async () => {
  openCompanySession(companyLogin)
  const toRoot = watchRoot()
  worker.use(failures.status('/fee', 401, ''))
  await call('fee.list').catch(() => {})
  await expect.element(dialogs.first()).toBeVisible()
  await clickOutside()
  await noDialog()
  expect([toRoot.mock.calls.length, companySession()?.kind]).toEqual([0, 'company'])
  await call('fee.list').catch(() => {})
  await expect.element(dialogs.first()).toBeVisible()
})

test('another status shows status and ReturnMsg, with method and URL, but never the query', async () => {
  worker.use(failures.status('/Payer', 500, '系統忙碌，請稍後再試。'))
  await expect(call('Payer.list', { query: { IdNo: 'A123456789' } })).rejects.toMatchObject({
    status: 500,
    code: '9999',
    hasDialog: true,
  })
  const dialog = page.getByRole('alertdialog', { name: '500 系統忙碌，請稍後再試。' })
  await expect.element(dialog).toHaveAccessibleDescription('GET /api/Payer')
  expect(document.body.textContent).not.toContain('A123456789')
  await confirm.click()
  await noDialog()
})

test.each([
  [{ 'Retry-After': '900' }, '操作次數過多，系統暫時不受理。請等候 15 分鐘再試。'],
  [{ 'Retry-After': '40' }, '操作次數過多，系統暫時不受理。請等候 40 秒再試。'],
  [{}, '操作次數過多，系統暫時不受理。請等候幾分鐘再試。'],
])('429 with %j also says how long to wait', async (headers, advice) => {
  worker.use(
    http.all('*/api/fee', () => new HttpResponse(null, { status: 429, statusText: 'Too Many Requests', headers })),
  )
  await call('fee.list').catch(() => {})
  await expect
    .element(page.getByRole('alertdialog', { name: '429 Too Many Requests' }))
    .toHaveAccessibleDescription(`GET /api/fee ${advice}`)
})

test('a status without an envelope shows the status text', async () => {
  worker.use(failures.bareStatus('/fee/7', 503, 'Service Unavailable'))
  await call('fee.delete', { params: { SerialId: 7 } }).catch(() => {})
  await expect
    .element(page.getByRole('alertdialog', { name: '503 Service Unavailable' }))
    .toHaveAccessibleDescription(`DELETE /api/fee/7 ${doubt}`)
})

test('the dialog of another status can be dismissed by clicking outside, or with Escape', async () => {
  worker.use(failures.status('/fee', 500, '系統忙碌'))
  await call('fee.list').catch(() => {})
  await expect.element(dialogs.first()).toBeVisible()
  await clickOutside()
  await noDialog()
  await call('fee.list').catch(() => {})
  await expect.element(dialogs.first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await noDialog()
})

test.each([
  ['a broken connection', failures.broken('/fee')],
  ['a response that is not an envelope', failures.garbage('/fee')],
])('%s shows 發生錯誤, which clicking outside does not dismiss', async (_, fault) => {
  worker.use(fault)
  await expect(call('fee.list')).rejects.toMatchObject({ status: 0 })
  const dialog = page.getByRole('alertdialog', { name: '發生錯誤' })
  await expect.element(dialog).toBeVisible()
  await clickOutside()
  await expect.element(dialog).toBeVisible()
  await confirm.click()
  await noDialog()
})

test('no response within three minutes counts as a transport failure', async () => {
  worker.use(failures.silent('/fee'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pending = call('fee.list').catch((error: unknown) => error)
  vi.advanceTimersByTime(requestTimeout - 1)
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  expect(requestTimeout).toBe(180_000)
  expect(await pending).toMatchObject({ status: 0 })
  await expect.element(page.getByRole('alertdialog', { name: '發生錯誤' })).toBeVisible()
})

const fee = { FeeName: '管理費' }

test.each([
  ['a creation', 'fee.create', { body: fee }],
  ['a change', 'fee.update', { params: { SerialId: 7 }, body: fee }],
  ['a deletion', 'fee.delete', { params: { SerialId: 7 } }],
  ['an upload', 'WhiteListImportList.create', { form: new FormData() }],
  ['a new password', 'EnterpriseArea.ResetMima', { body: {} }],
] as const)(
  'after %s without a response, the dialog says that the data may have been stored',
  async (_, id, options) => {
    for (const [fault, name] of [
      [failures.broken('/*'), '發生錯誤'],
      [failures.garbage('/*'), '發生錯誤'],
      [failures.bareStatus('/*', 502, 'Bad Gateway'), '502 Bad Gateway'],
      [failures.status('/*', 500, '系統發生錯誤'), '500 系統發生錯誤'],
    ] as const) {
      worker.use(fault)
      await call(id, options).catch(() => {})
      const dialog = page.getByRole('alertdialog', { name })
      await expect.element(dialog).toHaveTextContent(doubt)
      await confirm.click()
      await noDialog()
    }
  },
)

test('a write without a response within three minutes may have been stored', async () => {
  worker.use(failures.silent('/fee'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pending = call('fee.create', { body: fee }).catch(() => {})
  vi.advanceTimersByTime(requestTimeout)
  vi.useRealTimers()
  await pending
  await expect.element(page.getByRole('alertdialog', { name: '發生錯誤' })).toHaveAccessibleDescription(doubt)
})

test.each([
  ['a read', 'fee.list', failures.broken('/*')],
  ['a sign-in', 'EnterpriseArea.Login', failures.broken('/*')],
  ['a check', 'BillImportList.CheckImport', failures.bareStatus('/*', 504, 'Gateway Timeout')],
  ['a write that was refused', 'fee.create', failures.status('/*', 429, '次數過多')],
  ['a write that is not served', 'fee.create', failures.status('/*', 501, '此功能尚未開放。')],
] as const)('after %s, the dialog does not say that data may have been stored', async (_, id, fault) => {
  worker.use(fault)
  await call(id).catch(() => {})
  await expect.element(dialogs.first()).toBeVisible()
  expect(document.body.textContent).not.toContain('可能已經儲存')
})

test('the focus moves into the dialog while it is open and returns afterwards', async () => {
  const button = page.getByRole('button', { name: '頁面上的按鈕' })
  await button.click()
  worker.use(failures.status('/fee', 500, '系統忙碌'))
  await call('fee.list').catch(() => {})
  await expect.element(confirm).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).toHaveFocus()
})

test('two concurrent calls show one overlay until both have ended; it takes no focus', async () => {
  const open: (() => void)[] = []
  worker.use(
    http.all('*/api/fee/:id', async () => {
      await new Promise<void>((resolve) => open.push(resolve))
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: null })
    }),
  )
  const button = page.getByRole('button', { name: '頁面上的按鈕' })
  await button.click()
  const calls = [1, 2].map((SerialId) => call('fee.delete', { params: { SerialId } }))
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading...')
  expect(page.getByText('Loading...').elements()).toHaveLength(1)
  await expect.element(button).toHaveFocus()
  await expect.poll(() => open.length).toBe(2)
  open[0]?.()
  await Promise.race(calls)
  await expect.element(page.getByText('Loading...')).toBeInTheDocument()
  open[1]?.()
  await Promise.all(calls)
  await expect.poll(() => page.getByText('Loading...').elements().length).toBe(0)
})

test('the overlay covers the whole window, with a spinner and the text Loading...', async () => {
  const end = beginOverlay()
  await expect.element(page.getByRole('status')).toHaveTextContent(/^Loading\.\.\.$/)
  const overlay = page.getByText('Loading...').element().parentElement
  const { left, top, width, height } = overlay?.getBoundingClientRect() ?? new DOMRect()
  expect([left, top, width, height]).toEqual([0, 0, window.innerWidth, window.innerHeight])
  const spinner = overlay?.querySelector('[aria-hidden]')
  expect(spinner && getComputedStyle(spinner).animationName).toBe('spin')
  end()
  await expect.poll(() => page.getByText('Loading...').elements()).toEqual([])
})

test('a call that does not request the overlay shows none', async () => {
  worker.use(failures.silent('/fee'))
  const leaving = new AbortController()
  const pending = call('fee.list', { signal: leaving.signal }).catch(() => {})
  expect(page.getByText('Loading...').elements()).toEqual([])
  leaving.abort()
  await pending
})
