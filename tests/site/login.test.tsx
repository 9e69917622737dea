import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { configureSite } from '../../src/browser/http/config'
import { companySession, payerSession } from '../../src/browser/session/session'
import { captchaTicket } from '../../src/browser/session/verification'
import type { SiteConfig } from '../../src/contract/site-config'
import { siteRoutes } from '../../src/site/routes'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { failures, network, respondWith, throughApp } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'

let portal: BrowserPortal
const worker = network(throughApp(() => portal.app))

const config: SiteConfig = {
  baseAddress: '',
  source: 'Web',
  clientIP: '',
  serviceType: '',
  idleMinutes: 10,
  demo: {
    companies: [{ UniformNo: '90000017', UserId: 'maker01', Mima: 'Demo2026x', company: '示範社區', label: '經辦' }],
    payers: [
      { UniformNo: '90000017', company: '示範社區', label: '住戶', fields: { VACAccount: '77001260000018' } },
      {
        UniformNo: '90000012',
        company: '示範人壽',
        label: '保戶',
        fields: { IdNo: 'A123456789', Mobile: '0912345678' },
      },
    ],
  },
}

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  await given.billTerm()
  await given.payerUnit()
  await given.payer({ PayerId: 'A1-0501', PayerNo: '000001', IdNo: 'A123456789', Mobile: '0912345678' })
  await given.bill({
    PayerId: 'A1-0501',
    PayerNo: '000001',
    IdNo: 'A123456789',
    Mobile: '0912345678',
    VACAccount: '77001260000018',
  })
  await portal.setPassword(await given.user({ UserId: 'maker01' }), 'Demo2026x')
})

beforeEach(() => configureSite(config))

const drawSite = (path: string) => drawRoutes([...siteRoutes, { path: '/admin/*', element: <p>企業戶作業區</p> }], path)

const picture = page.getByRole('img', { name: '圖形驗證碼' })
const captcha = page.getByLabelText('圖形驗證碼', { exact: false }).and(page.getByRole('textbox'))
const submit = page.getByRole('button', { name: '登入', exact: true })

const typeCaptcha = async () => {
  await expect.element(picture).toBeVisible()
  await captcha.fill((await portal.solveCaptcha(captchaTicket() ?? '')).toLowerCase())
}

test('the root path redirects to the company sign-in', async () => {
  const router = drawSite('/')
  await expect.element(page.getByRole('heading', { name: '企業戶登入' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/company')
  await expect.poll(() => document.title).toBe('企業戶登入｜代收繳費服務網')
})

test('a company user signs in with full-width digits and Enter, and reaches the admin area', async () => {
  const router = drawSite('/company')
  await page.getByLabelText('統一編號').fill('９００００017')
  await page.getByLabelText('使用者代號').fill(' maker01 ')
  await page.getByLabelText('密碼').fill('Demo2026x')
  await typeCaptcha()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('企業戶作業區')).toBeVisible()
  expect(router.state.location.pathname).toBe('/admin')
  expect(companySession()?.data.UserId).toBe('maker01')
  expect(companySession()?.menu.length).toBeGreaterThan(0)
  expect(captchaTicket()).toBeNull()
})

test('a password that was assigned by somebody else must be changed first', async () => {
  const newcomer = await portal.given.user({ UserId: 'newcomer1', UserStatus: 'Pending' })
  await portal.setPassword(newcomer, 'Demo2026x')
  const router = drawSite('/company')
  await page.getByLabelText('統一編號').fill('90000017')
  await page.getByLabelText('使用者代號').fill('newcomer1')
  await page.getByLabelText('密碼').fill('Demo2026x')
  await typeCaptcha()
  await submit.click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/changeMima')
  expect(companySession()?.data.MustChangeMima).toBe(true)
})

test.each([
  ['首次啟用（開通）', '/portal/send-opt'],
  ['忘記密碼', '/forgot-password/send-opt'],
])('the company sign-in links to %s', async (name, path) => {
  const router = drawSite('/company')
  await page.getByRole('link', { name }).click()
  await expect.poll(() => router.state.location.pathname).toBe(path)
})

test('a wrong password is refused in the form, with a new picture, and without a dialog', async () => {
  drawSite('/company')
  await page.getByRole('button', { name: '帶入經辦' }).click()
  await page.getByLabelText('密碼').fill('Wrong2026x')
  await typeCaptcha()
  const ticket = captchaTicket()
  await submit.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('密碼錯誤')
  await expect.poll(captchaTicket).not.toBe(ticket)
  await expect.element(captcha).toHaveValue('')
  await expect.element(page.getByLabelText('統一編號')).toHaveValue('90000017')
  expect(page.getByRole('alertdialog').elements()).toEqual([])
  expect(companySession()).toBeNull()
})

test('a wrong captcha is reported at its field, which gets the focus', async () => {
  drawSite('/company')
  await page.getByRole('button', { name: '帶入經辦' }).click()
  await expect.element(picture).toBeVisible()
  await captcha.fill('00000')
  await submit.click()
  await expect.element(captcha).toHaveAccessibleDescription(/請輸入新圖片上的文字/)
  await expect.element(captcha).toHaveFocus()
})

test('missing or invalid input is reported at its fields before anything is sent; the first one gets the focus', async () => {
  drawSite('/company')
  await page.getByLabelText('統一編號').fill('12345678')
  await submit.click()
  const uniformNo = page.getByLabelText('統一編號')
  await expect.element(uniformNo).toHaveFocus()
  await expect.element(uniformNo).toHaveAccessibleDescription('統一編號應為 8 位數字且檢查碼正確，請確認後重新輸入。')
  await expect
    .element(page.getByLabelText('密碼'))
    .toHaveAccessibleDescription('密碼連續錯誤 5 次，帳號將鎖定 15 分鐘。 請輸入密碼。')
  await expect.element(page.getByRole('alert')).toHaveTextContent('請修正下列欄位後再送出。')
})

test('another picture can be requested', async () => {
  drawSite('/company')
  await expect.element(picture).toBeVisible()
  const ticket = captchaTicket()
  await page.getByRole('button', { name: '換一張' }).click()
  await expect.poll(captchaTicket).not.toBe(ticket)
})

const proofButton = page.getByRole('button', { name: '看不到圖片？由電腦代為驗證' })

test('with keyboard and screen reader alone, the computer solves a proof of work instead of the picture and announces its progress', async () => {
  const router = drawSite('/company')
  await expect.element(proofButton).toBeVisible()
  await page.getByLabelText('統一編號').click()
  await userEvent.keyboard('90000017{Tab}maker01{Tab}Demo2026x')
  await tabTo('看不到圖片？由電腦代為驗證')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('group', { name: '電腦驗證' })).toHaveFocus()
  const heard = await announcements(
    page.getByRole('group').getByRole('status').element(),
    '電腦驗證完成，請繼續填寫或送出。',
  )
  expect(heard.filter((text) => text !== '')).toEqual([...new Set(heard)])
  expect(heard.length, 'in quarters, not each round').toBeLessThanOrEqual(5)
  expect(page.getByRole('textbox', { name: '圖形驗證碼' }).elements()).toEqual([])
  await tabTo('登入')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/admin')
})

/** Returns what a live region announces from now on, up to and including the last text. */
const announcements = (region: Element, last: string): Promise<readonly string[]> => {
  const texts = [region.textContent ?? '']
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      texts.push(region.textContent ?? '')
      if (texts.at(-1) !== last) return
      observer.disconnect()
      resolve(texts)
    })
    if (texts[0] === last) resolve(texts)
    else observer.observe(region, { childList: true, characterData: true, subtree: true })
  })
}

/** Presses Tab until the button with this text has the focus. */
const tabTo = async (text: string) => {
  for (let presses = 0; presses < 6 && document.activeElement?.textContent !== text; presses++)
    await userEvent.keyboard('{Tab}')
  expect(document.activeElement?.textContent).toBe(text)
}

test('a user who switches back to a picture gets one, and its field the focus', async () => {
  drawSite('/client')
  await proofButton.click()
  await page.getByRole('button', { name: '改以圖片驗證' }).click()
  await expect.element(captcha).toHaveFocus()
  await expect.element(picture).toBeVisible()
})

test('a backend without proof of work offers only its picture, which expires only if the backend says so', async () => {
  worker.use(
    respondWith('/Home/GetVICode', { VCode: 'ticket of another backend' }),
    respondWith('/Home/GetCaptchaImage', null),
  )
  drawSite('/company')
  await expect.element(picture).toBeInTheDocument()
  expect(proofButton.elements()).toEqual([])
  expect(page.getByText('超過有效時間').elements()).toEqual([])
})

test('a backend that has stopped accepting proofs of work shows its picture instead of a proof', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'] })
  drawSite('/company')
  await proofButton.click()
  await expect.element(page.getByText('電腦驗證完成，請繼續填寫或送出。')).toBeVisible()
  worker.use(
    respondWith('/Home/GetVICode', { VCode: 'ticket of another backend' }),
    respondWith('/Home/GetCaptchaImage', null),
  )
  vi.setSystemTime(Date.now() + 301_000)
  await page.getByRole('button', { name: '重新驗證' }).click()
  await expect.element(captcha).toBeVisible()
  await expect.element(picture).toBeInTheDocument()
})

test('a picture reports when its five minutes have passed, and the button fetches another one', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'] })
  drawSite('/company')
  await expect.element(picture).toBeVisible()
  const first = captchaTicket()
  vi.setSystemTime(Date.now() + 299_000)
  await page.getByLabelText('統一編號').fill('9')
  expect(page.getByText('超過有效時間').elements()).toEqual([])
  vi.setSystemTime(Date.now() + 2_000)
  await expect
    .element(page.getByRole('status').filter({ hasText: '這張圖片已超過有效時間，請按「換一張」。' }))
    .toBeVisible()
  await page.getByRole('button', { name: '換一張' }).click()
  await expect.poll(captchaTicket).not.toBe(first)
  await expect.poll(() => page.getByText('超過有效時間').elements()).toEqual([])
})

test('a payer signs in with the account number alone, which determines the company, with 3 taps and 2 typed fields', async () => {
  const taps = countEvents('click')
  const router = drawSite('/client')
  await page.getByLabelText('銷帳編號').click()
  await userEvent.keyboard('7700 1260 0000 18')
  await expect.element(page.getByText('委託單位：示範社區管理委員會')).toBeVisible()
  expect(page.getByRole('textbox').elements()).toHaveLength(2)
  await expect.element(picture).toBeVisible()
  await captcha.click()
  await userEvent.keyboard(await portal.solveCaptcha(captchaTicket() ?? ''))
  await submit.click()
  await expect.element(page.getByRole('heading', { name: '繳費資訊查詢' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/payment-information')
  expect(payerSession()?.DataLists1.map((bill) => bill.VACAccount)).toEqual(['77001260000018'])
  expect(taps()).toBe(3)
})

/** Counts the events that the user causes from now on. */
const countEvents = (type: string): (() => number) => {
  let count = 0
  const listener = ({ isTrusted }: Event) => {
    if (isTrusted) count += 1
  }
  window.addEventListener(type, listener, true)
  onTestFinished(() => window.removeEventListener(type, listener, true))
  return () => count
}

test('accounts with and without a bill are asked for the same; one of no company is refused with the same message', async () => {
  drawSite('/client')
  const messages = []
  for (const account of ['77001999999999', '12345678901234']) {
    await page.getByLabelText('銷帳編號').fill(account)
    await typeCaptcha()
    await expect.poll(() => page.getByRole('textbox').elements().length).toBe(2)
    await submit.click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    messages.push(page.getByRole('alert').element().textContent)
    await expect.element(captcha).toHaveValue('')
  }
  expect(messages).toEqual(new Array(2).fill('查無符合的繳費資料，請確認輸入的內容，或洽詢您的代收單位。'))
})

test('a company asks for further fields below the account, also if the form was sent before they were known', async () => {
  const Fields = [
    { Field: 'VACAccount', Label: '銷帳編號', Required: true },
    { Field: 'IdNo', Label: '學生身分證字號', Required: true },
  ]
  let isBroken = true
  worker.use(
    http.post('*/api/Ext/PayerArea/GetLoginFields', () =>
      isBroken
        ? HttpResponse.error()
        : HttpResponse.json({
            ReturnCode: '0000',
            ReturnMsg: '',
            OutData: { UniformNo: '90000023', CustomerName: '示範高中', Fields },
          }),
    ),
    failures.refusal('/PayerArea/Login', '2002', '輸入的資料有誤', { Errors: { IdNo: '請輸入學生身分證字號。' } }),
  )
  drawSite('/client')
  await page.getByLabelText('銷帳編號').fill('77002260000018')
  await typeCaptcha()
  isBroken = false
  await submit.click()
  const idNo = page.getByLabelText('學生身分證字號')
  await expect.element(idNo).toHaveAccessibleDescription('請輸入學生身分證字號。')
  await expect.element(idNo).toHaveFocus()
})

test('without an account number, a payer selects the company and enters the fields that it requires', async () => {
  const router = drawSite('/client')
  await page.getByRole('button', { name: '沒有銷帳編號？改選委託單位' }).click()
  await page.getByLabelText('委託單位').fill('示範社區')
  await page.getByLabelText('銷帳編號').fill('7700 1260 0000 18')
  await typeCaptcha()
  await submit.click()
  await expect.element(page.getByRole('heading', { name: '繳費資訊查詢' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/payment-information')
  expect(payerSession()?.DataLists1.map((bill) => bill.VACAccount)).toEqual(['77001260000018'])
})

test('a company that is not in the list is reported at its field', async () => {
  drawSite('/client')
  await page.getByRole('button', { name: '沒有銷帳編號？改選委託單位' }).click()
  await page.getByLabelText('委託單位').fill('沒有這家')
  await submit.click()
  await expect.element(page.getByLabelText('委託單位')).toHaveAccessibleDescription(/找不到這個委託單位/)
})

test.each([
  ['身分證字號／統一編號', async () => page.getByRole('textbox', { name: '身分證字號／統一編號' }).fill('a123456789')],
  [
    '繳款人代號',
    async () => {
      await page.getByLabelText('委託單位').fill('90000017')
      await page.getByRole('textbox', { name: '繳款人代號' }).fill('A1-0501')
    },
  ],
])('the account sign-in accepts mobile number and %s', async (way, fill) => {
  drawSite('/client')
  await page.getByLabelText('以個人資料登入').click()
  await page.getByRole('radio', { name: way }).click()
  await fill()
  await page.getByLabelText('行動電話').fill('0912-345-678')
  await typeCaptcha()
  await submit.click()
  await expect.element(page.getByRole('heading', { name: '繳費資訊查詢' })).toBeVisible()
  expect(localStorage.getItem('PAYMENT_DATA')).not.toBeNull()
})

test('every demo account is visible at once, under its company', async () => {
  const labels = ['企業管理者', '經辦', '主管（放行）', '查詢人員']
  const users = ['甲公司', '乙公司', '丙公司', '示範商業銀行'].flatMap((company, index) =>
    labels.map((label, no) => ({
      UniformNo: `9000000${index}`,
      UserId: `user${no}`,
      Mima: 'Demo2026x',
      company,
      label,
    })),
  )
  configureSite({ ...config, demo: { companies: users, payers: [] } })
  drawSite('/company')
  const bank = page.getByRole('region', { name: '示範商業銀行 90000003' })
  await expect.element(bank).toBeVisible()
  const box = page.getByRole('complementary', { name: '示範帳號' }).element()
  expect(page.getByRole('button', { name: /^帶入/ }).elements()).toHaveLength(16)
  const parts = [box, ...box.querySelectorAll('*')]
  expect(
    parts.filter((part) => getComputedStyle(part).overflowY !== 'visible' && part.scrollHeight > part.clientHeight),
  ).toEqual([])
  await bank.getByRole('button', { name: '帶入查詢人員 user3' }).click()
  await expect.element(page.getByLabelText('使用者代號')).toHaveValue('user3')
  await expect.element(page.getByLabelText('統一編號')).toHaveValue('90000003')
})

test('the demo hints fill the form; without demo mode there are none', async () => {
  drawSite('/client')
  await page.getByRole('button', { name: '帶入住戶' }).click()
  await expect.element(page.getByLabelText('銷帳編號')).toHaveValue('77001260000018')
  await page.getByRole('button', { name: '帶入保戶' }).click()
  await expect.element(page.getByLabelText('委託單位')).toHaveValue('90000012')
  configureSite({ ...config, demo: null })
  drawSite('/client')
  await expect.element(page.getByRole('heading', { name: '繳款人登入' })).toBeVisible()
  expect(page.getByText('示範帳號').elements()).toEqual([])
})
