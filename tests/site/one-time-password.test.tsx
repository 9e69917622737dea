import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { configureSite, siteConfig } from '../../src/browser/http/config'
import { companySession, openCompanySession } from '../../src/browser/session/session'
import { captchaTicket, type OtpData, otpData, storeOtpData } from '../../src/browser/session/verification'
import { siteRoutes } from '../../src/site/routes'
import { companyLogin } from '../browser/samples'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, onRequest, throughApp } from '../support/browser/msw'
import { drawRoutes, guarded } from '../support/browser/page'

let portal: BrowserPortal
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  await portal.given.user({
    UserId: 'newcomer1',
    UserStatus: 'Pending',
    Email: 'new@example.com',
    Mobile: '0987654321',
  })
  await portal.setPassword(
    await portal.given.user({ UserId: 'maker01', Email: 'maker01@example.com', Mobile: '0912345678' }),
    'Demo2026x',
  )
})

beforeEach(() =>
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null }),
)

afterEach(() => {
  vi.useRealTimers()
})

const code = page.getByRole('textbox', { name: '一次性密碼', exact: true })
const question = page.getByRole('alertdialog', { name: '確定要離開嗎？' })

const ask = async (channel: '電子郵件' | '手機簡訊' = '電子郵件', userId = 'maker01') => {
  await page.getByLabelText('統一編號').fill('９００００017')
  await page.getByLabelText('使用者代號').fill(userId)
  await page.getByLabelText(channel).click()
  await expect.element(page.getByRole('img', { name: '圖形驗證碼' })).toBeVisible()
  await page.getByRole('textbox', { name: '圖形驗證碼' }).fill(await portal.solveCaptcha(captchaTicket() ?? ''))
  await page.getByRole('button', { name: '取得一次性密碼' }).click()
  await expect.element(code).toBeVisible()
}

/** The newest code that was sent, and its channel. */
const sent = async () => {
  const { rows } = await sql<{
    channel: string
    body: string
  }>`select channel, body from outbox order by outbox_id desc limit 1`.execute(portal.db)
  return { channel: rows[0]?.channel, code: /(?<!\d)\d{6}(?!\d)/.exec(rows[0]?.body ?? '')?.[0] ?? '' }
}

const kept: OtpData = {
  UniformNo: '90000017',
  UserId: 'maker01',
  IdentifyCode: 'x',
  Channel: 'Email',
  Flow: 'portal',
  Step: 'verification',
  ExpiresAt: Date.now() + 600_000,
  ResendAt: Date.now() + 60_000,
}

test.each([
  ['/forgot-password', '忘記密碼', '電子郵件', 'Email', '密碼已重新設定'],
  ['/portal', '首次啟用（開通）', '手機簡訊', 'SMS', '帳號已啟用'],
] as const)(
  '%s leads through its three steps to the company login',
  async (path, title, channelName, channel, done) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    portal.clock.set(path === '/portal' ? '2026-11-20T12:00:00+08:00' : '2026-11-20T10:00:00+08:00')
    const router = drawRoutes(siteRoutes, path)
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.poll(() => router.state.location.pathname).toBe(`${path}/send-opt`)
    await ask(channelName, path === '/portal' ? 'newcomer1' : 'maker01')
    expect(router.state.location.pathname).toBe(`${path}/verification`)
    await expect.element(page.getByRole('timer')).toHaveTextContent('10:00')
    await expect
      .element(page.getByText('若未收到一次性密碼，請洽貴單位的企業管理者重新寄發初始密碼，或聯絡本行客服。'))
      .toBeVisible()
    await expect.poll(async () => (await sent()).channel).toBe(channel)
    await code.fill((await sent()).code)
    await page.getByRole('button', { name: '驗證', exact: true }).click()
    const mima = path === '/portal' ? 'Lake58River' : 'Kite77Moon'
    await page.getByLabelText('新密碼', { exact: true }).fill(mima)
    expect(router.state.location.pathname).toBe(`${path}/password-reset`)
    await expect.element(page.getByText(/密碼強度：(普通|強)/)).toBeVisible()
    await page.getByLabelText('確認新密碼', { exact: true }).fill(mima)
    await page.getByRole('button', { name: '設定密碼' }).click()
    await expect.element(page.getByText(new RegExp(done))).toBeVisible()
    expect(router.state.location.pathname).toBe('/company')
    expect(otpData()).toBeNull()
  },
)

test('where text messages are off, there is no selection of a channel', async () => {
  configureSite({ ...siteConfig(), sms: false })
  drawRoutes(siteRoutes, '/forgot-password/send-opt')
  await expect.element(page.getByLabelText('使用者代號')).toBeVisible()
  expect(page.getByRole('radio').elements()).toEqual([])
})

test('a wrong code is reported at its field and counts as an attempt; full-width digits and blanks are folded', async () => {
  portal.clock.set('2026-11-20T14:00:00+08:00')
  drawRoutes(siteRoutes, '/forgot-password')
  await ask()
  const wrong = (await sent()).code === '000000' ? '111111' : '000000'
  await code.fill(`${String.fromCharCode(...Array.from(wrong, (digit) => digit.charCodeAt(0) + 0xfee0))} `)
  await expect.element(code).toHaveValue(wrong)
  await page.getByRole('button', { name: '驗證', exact: true }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('一次性密碼錯誤')
  expect(otpData()?.Step).toBe('verification')
  // The next input replaces it.
  await userEvent.keyboard('7')
  await expect.element(code).toHaveValue('7')
})

test('another code can be requested after sixty seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  portal.clock.set('2026-11-20T16:00:00+08:00')
  drawRoutes(siteRoutes, '/forgot-password')
  await ask()
  await expect
    .element(page.getByRole('button', { name: '重新寄送（60 秒後可用）' }))
    .toHaveAttribute('aria-disabled', 'true')
  const first = otpData()
  portal.clock.set('2026-11-20T16:01:01+08:00')
  vi.setSystemTime(Date.now() + 61_000)
  await page.getByRole('button', { name: '重新寄送', exact: true }).click()
  await expect.poll(() => otpData()?.IdentifyCode).not.toBe(first?.IdentifyCode)
})

test('leaving a step asks for confirmation: no keeps the input, yes ends all sessions and continues', async () => {
  openCompanySession(companyLogin)
  storeOtpData(kept)
  const told: string[] = []
  onRequest(worker, ({ url }) => url.endsWith('Logout') && told.push(new URL(url).pathname))
  const router = drawRoutes(siteRoutes, '/portal/verification')
  await code.fill('123')
  await page.getByRole('link', { name: '最新消息' }).click()
  await expect.element(question).toBeVisible()
  await page.getByRole('button', { name: '留在此頁' }).click()
  await expect.element(code).toHaveValue('123')
  expect([router.state.location.pathname, companySession()?.data.UserId, otpData()?.IdentifyCode]).toEqual([
    '/portal/verification',
    'maker01',
    'x',
  ])
  expect(told).toEqual([])
  await page.getByRole('link', { name: '最新消息' }).click()
  await page.getByRole('button', { name: '離開' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/news')
  expect([companySession(), otpData()]).toEqual([null, null])
  await expect.poll(() => told, { message: 'the server ends the session too' }).toEqual(['/api/EnterpriseArea/Logout'])
})

test('the browser’s Back button asks too, and only once however often it is pressed', async () => {
  storeOtpData({ ...kept, Step: 'password-reset' })
  const router = drawRoutes(siteRoutes, '/news')
  await guarded(router)
  await expect.element(page.getByRole('heading', { name: '最新消息' })).toBeVisible()
  void router.navigate('/portal/password-reset')
  await page.getByRole('button', { name: '離開' }).click()
  // Leaving cleared the step's token together with the sessions: the flow starts again.
  await expect.poll(() => router.state.location.pathname).toBe('/portal/send-opt')
  storeOtpData(kept)
  await router.navigate('/portal/verification')
  await code.fill('12')
  void router.navigate(-1)
  await expect.element(question).toBeVisible()
  void router.navigate(-1)
  expect(question.elements()).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(code).toHaveValue('12')
  expect(router.state.location.pathname).toBe('/portal/verification')
})

test.each([
  ['its token lives', kept, '/portal/verification', '/portal/verification'],
  [
    'another step is due',
    { ...kept, Step: 'password-reset' as const },
    '/portal/verification',
    '/portal/password-reset',
  ],
  ['the step is not reached yet', kept, '/portal/password-reset', '/portal/verification'],
  ['the token is over', { ...kept, ExpiresAt: Date.now() - 1 }, '/portal/verification', '/portal/send-opt'],
  ['it belongs to the other flow', kept, '/forgot-password/verification', '/forgot-password/send-opt'],
  ['there is none', null, '/forgot-password/password-reset', '/forgot-password/send-opt'],
])('a typed URL is redirected where %s', async (_, data, typed, arrived) => {
  if (data) storeOtpData(data)
  const router = drawRoutes(siteRoutes, typed)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(router.state.location.pathname).toBe(arrived)
  expect(question.elements()).toEqual([])
})

test('after its ten minutes a step reports that it has expired and leads to the start without a question', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  storeOtpData({ ...kept, ExpiresAt: Date.now() + 600_000 })
  const router = drawRoutes(siteRoutes, '/portal/verification')
  await expect.element(page.getByRole('timer')).toHaveTextContent('10:00')
  vi.setSystemTime(Date.now() + 600_000)
  await expect.element(page.getByRole('alert')).toHaveTextContent('此步驟已逾時')
  await page.getByRole('button', { name: '重新申請' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/portal/send-opt')
  expect(question.elements()).toEqual([])
})

test('the rules of a new password are checked off, and two different inputs are refused', async () => {
  storeOtpData({ ...kept, Step: 'password-reset' })
  drawRoutes(siteRoutes, '/portal/password-reset')
  const mima = page.getByLabelText('新密碼', { exact: true })
  await mima.fill('abcmaker01')
  await expect.element(page.getByText('密碼不可包含使用者代號。')).toHaveTextContent(/（未符合）/)
  await expect.element(page.getByText('密碼須同時包含英文字母與數字。')).toHaveTextContent(/（已符合）/)
  await mima.fill('Kite77Moon')
  await page.getByLabelText('確認新密碼', { exact: true }).fill('Kite77Moom')
  await page.getByRole('button', { name: '設定密碼' }).click()
  await expect.element(page.getByLabelText('確認新密碼', { exact: true })).toHaveAccessibleDescription(/不一致/)
})

test('the computer can solve a proof of work instead of the picture', async () => {
  drawRoutes(siteRoutes, '/portal')
  await page.getByLabelText('統一編號').fill('90000017')
  await page.getByLabelText('使用者代號').fill('maker01')
  await page.getByRole('button', { name: '看不到圖片？由電腦代為驗證' }).click()
  await page.getByRole('button', { name: '取得一次性密碼' }).click()
  await expect.element(code).toBeVisible()
})
