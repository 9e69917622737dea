import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import {
  clearSessions,
  companySession,
  openAccountSession,
  openCompanySession,
  openPayerSession,
  payerSession,
  refreshCompanySession,
  refreshPayerSession,
} from '../../src/browser/session/session'
import { signOut } from '../../src/browser/session/sign-in'
import {
  captchaTicket,
  type OtpData,
  otpData,
  storeCaptchaTicket,
  storeOtpData,
} from '../../src/browser/session/verification'
import { readCache, writeCache } from '../../src/browser/storage/cache'
import { readCookie, removeCookie, writeCookie } from '../../src/browser/storage/cookie'
import { network } from '../support/browser/msw'
import { companyLogin, payerLogin } from './samples'

const worker = network()
const sevenDays = 604_800_000

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  clearSessions()
  localStorage.clear()
})

const otp: OtpData = {
  UniformNo: '90000017',
  UserId: 'maker01',
  IdentifyCode: 'abc',
  Channel: 'SMS',
  Flow: 'portal',
  Step: 'verification',
  ExpiresAt: Date.now() + 600_000,
  ResendAt: Date.now() + 60_000,
}

test('the data of a one-time-password flow are cleared together with the token of their step', () => {
  storeOtpData({ ...otp, ExpiresAt: Date.now() - 1 })
  expect(otpData()).toBeNull()
  expect(sessionStorage.length).toBe(0)
})

test('the cookies are read once in a task, and again after a change', async () => {
  openCompanySession(companyLogin)
  await Promise.resolve()
  const read = vi.spyOn(document, 'cookie', 'get')
  expect([companySession()?.data.UserId, companySession()?.data.UserId]).toEqual(['maker01', 'maker01'])
  expect(read).toHaveBeenCalledTimes(1)
  clearSessions()
  expect(companySession()).toBeNull()
  await Promise.resolve()
  writeCookie('JWT_TOKEN', 'another')
  expect(readCookie('JWT_TOKEN')).toBe('another')
})

const stored = (key: string) => JSON.parse(localStorage.getItem(key) ?? 'null')

test('a cached item contains value and expired_at, and is deleted when it is read after that time', () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
  writeCache('COMPANY_DATA', { a: 1 }, 5000)
  expect(stored('COMPANY_DATA')).toEqual({ value: { a: 1 }, expired_at: 1_005_000 })
  vi.setSystemTime(1_005_000)
  expect(readCache('COMPANY_DATA')).toEqual({ a: 1 })
  vi.setSystemTime(1_005_001)
  expect(readCache('COMPANY_DATA')).toBeNull()
  expect(localStorage.getItem('COMPANY_DATA')).toBeNull()
})

test('without a lifetime a cached item never expires', () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date'] })
  writeCache('PAYMENT_DATA', 'x')
  expect(stored('PAYMENT_DATA')).toEqual({ value: 'x', expired_at: '' })
  vi.setSystemTime(new Date('2999-01-01'))
  expect(readCache('PAYMENT_DATA')).toBe('x')
})

test.each(['no JSON', '42', '{"value":1}', 'null'])('a cached item in another format is deleted: %s', (text) => {
  localStorage.setItem('COMPANY_MENU', text)
  expect(readCache('COMPANY_MENU')).toBeNull()
  expect(localStorage.getItem('COMPANY_MENU')).toBeNull()
})

test('the cookie is set for the root path, strict, for seven days when no lifetime is given', () => {
  const set = vi.spyOn(document, 'cookie', 'set')
  writeCookie('JWT_TOKEN', 'a;b=c')
  expect(set.mock.calls[0]?.[0]).toBe('JWT_TOKEN=a%3Bb%3Dc; Path=/; Max-Age=604800; SameSite=Strict')
  expect(readCookie('JWT_TOKEN')).toBe('a;b=c')
  removeCookie('JWT_TOKEN')
  expect(readCookie('JWT_TOKEN')).toBeNull()
})

test('a company sign-in keeps token, company data and menu for seven days', () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
  openCompanySession(companyLogin)
  expect(readCookie('JWT_TOKEN')).toBe('company-token')
  expect(stored('COMPANY_DATA').value).toEqual(companyLogin.data)
  expect(stored('COMPANY_MENU').value).toEqual(companyLogin.MenuInfos)
  for (const key of ['COMPANY_DATA', 'COMPANY_MENU']) expect(stored(key).expired_at).toBe(1_000_000 + sevenDays)
  expect(companySession()).toEqual({ kind: 'company', data: companyLogin.data, menu: companyLogin.MenuInfos })
})

test.each([
  ['company', () => openCompanySession(companyLogin), 'company-token'],
  ['payer', () => openPayerSession(payerLogin), 'payer-token'],
  ['payer by account', () => openAccountSession(payerLogin), 'payer-token'],
])('the token of a %s sign-in is kept for seven days', (_, open, token) => {
  const set = vi.spyOn(document, 'cookie', 'set')
  open()
  expect(set.mock.calls.at(-1)?.[0]).toBe(`JWT_TOKEN=${token}; Path=/; Max-Age=604800; SameSite=Strict`)
})

test('a payer sign-in keeps the data for seven days', () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
  openPayerSession(payerLogin)
  expect(stored('PAYMENT_DATA').expired_at).toBe(1_000_000 + sevenDays)
})

test('a sign-in of one kind first clears every other stored session', () => {
  openCompanySession(companyLogin)
  openPayerSession(payerLogin)
  expect(companySession()).toBeNull()
  expect(Object.keys(localStorage)).toEqual(['PAYMENT_DATA'])
  expect(payerSession()?.DataLists1).toEqual(payerLogin.DataLists1)
  openCompanySession(companyLogin)
  expect(payerSession()).toBeNull()
  expect(readCookie('JWT_TOKEN')).toBe('company-token')
})

test('an account sign-in of ModelType 1 keeps payer data, of ModelType 2 payment-history data, for seven days', () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
  openAccountSession(payerLogin)
  expect(Object.keys(localStorage)).toEqual(['PAYMENT_DATA'])
  openAccountSession({ ...payerLogin, ModelType: 2 })
  expect(Object.keys(localStorage)).toEqual(['PAYMENT_HISTORY_DATA'])
  expect(stored('PAYMENT_HISTORY_DATA').expired_at).toBe(1_000_000 + sevenDays)
  expect(JSON.stringify(stored('PAYMENT_HISTORY_DATA'))).not.toContain('payer-token')
  expect(payerSession()?.DataLists2).toEqual(payerLogin.DataLists2)
})

test('a session without its token counts as none', () => {
  openCompanySession(companyLogin)
  removeCookie('JWT_TOKEN')
  expect(companySession()).toBeNull()
})

test('verification code and one-time-password data are kept until a session begins or ends', () => {
  storeCaptchaTicket('ticket')
  storeOtpData(otp)
  expect([captchaTicket(), otpData()]).toEqual(['ticket', otp])
  expect(JSON.parse(sessionStorage.getItem('TEMP_OTP_DATA') ?? '')).toMatchObject({
    UniformNo: '90000017',
    IdentifyCode: 'abc',
  })
  expect(localStorage.length, 'they end with the tab').toBe(0)
  openCompanySession(companyLogin)
  expect([captchaTicket(), otpData()]).toEqual([null, null])
})

test('logging out ends the session in the browser at once and sends the token to the server', async () => {
  const tokens: (string | null)[] = []
  worker.use(
    http.post('*/api/PayerArea/Logout', ({ request }) => {
      tokens.push(request.headers.get('Authorization'))
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: null })
    }),
  )
  openPayerSession(payerLogin)
  const ended = signOut()
  expect([payerSession(), readCookie('JWT_TOKEN'), localStorage.length]).toEqual([null, null, 0])
  await ended
  expect(tokens).toEqual(['Bearer payer-token'])
})

test('logging out works without the server', async () => {
  worker.use(http.post('*/api/EnterpriseArea/Logout', () => HttpResponse.error()))
  openCompanySession(companyLogin)
  await signOut()
  expect(companySession()).toBeNull()
})

test('refreshed data of a session expire with those of its sign-in', () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
  openPayerSession(payerLogin)
  vi.setSystemTime(1_000_000 + sevenDays - 1000)
  refreshPayerSession({ ...payerLogin, ModelType: 2 })
  expect(stored('PAYMENT_DATA')).toMatchObject({ value: { ModelType: 2 }, expired_at: 1_000_000 + sevenDays })
  openCompanySession(companyLogin)
  vi.setSystemTime(1_000_000 + sevenDays)
  refreshCompanySession({ ...companyLogin, MenuInfos: [] })
  expect(companySession()?.menu).toEqual([])
  expect(stored('COMPANY_MENU').expired_at).toBe(1_000_000 + 2 * sevenDays - 1000)
})
