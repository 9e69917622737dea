import { http } from 'msw'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { captchaTicket } from '../../src/browser/session/verification'
import { siteRoutes } from '../../src/site/routes'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'

// The proof of work that replaces the picture, with the work that it takes in the portal.

let portal: BrowserPortal
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.setPassword(await portal.given.user({ UserId: 'maker01' }), 'Demo2026x')
})

const drawSite = (path: string) => drawRoutes([...siteRoutes, { path: '/admin/*', element: <p>企業戶作業區</p> }], path)

const picture = page.getByRole('img', { name: '圖形驗證碼' })
const submit = page.getByRole('button', { name: '登入', exact: true })
const proofButton = page.getByRole('button', { name: '看不到圖片？由電腦代為驗證' })
const progress = page.getByRole('progressbar', { name: '電腦驗證進度' })

/** Begins a proof, whose ticket arrives when the returned function is called. */
const beginProof = async (): Promise<() => void> => {
  await expect.element(proofButton).toBeVisible()
  let deliverTicket = (): void => {}
  const delivery = new Promise<void>((resolve) => {
    deliverTicket = resolve
  })
  worker.use(http.get('*/api/Home/GetVICode', () => delivery, { once: true }))
  await proofButton.click()
  await expect.element(progress).toBeVisible()
  return deliverTicket
}

const fillSignIn = async (password: string): Promise<void> => {
  await page.getByLabelText('統一編號').fill('90000017')
  await page.getByLabelText('使用者代號').fill('maker01')
  await page.getByLabelText('密碼').fill(password)
}

test('a form that is sent before the proof is solved waits for it; a refused sign-in begins another proof', async () => {
  const router = drawSite('/company')
  await fillSignIn('wrong2026x')
  const deliverTicket = await beginProof()
  deliverTicket()
  await submit.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('統一編號、使用者代號或密碼錯誤')
  await page.getByLabelText('密碼').fill('Demo2026x')
  await submit.click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin')
})

test('a form that is sent with the keyboard before the ticket of the proof has arrived waits for the proof', async () => {
  const router = drawSite('/company')
  await fillSignIn('Demo2026x')
  const deliverTicket = await beginProof()
  await page.getByLabelText('密碼').fill('Demo2026x')
  await userEvent.keyboard('{Enter}')
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
  deliverTicket()
  await expect.poll(() => router.state.location.pathname).toBe('/admin')
})

test('the button of the form stays in its place when the proof is complete', async () => {
  drawSite('/company')
  const deliverTicket = await beginProof()
  const place = submit.element().getBoundingClientRect().top
  deliverTicket()
  await expect.element(page.getByText('電腦驗證完成，請繼續填寫或送出。')).toBeVisible()
  await expect.element(progress).not.toBeInTheDocument()
  expect(submit.element().getBoundingClientRect().top).toBe(place)
})

test('another way of signing in keeps the picture, and begins another proof', async () => {
  drawSite('/client')
  await expect.element(picture).toBeVisible()
  const first = captchaTicket()
  await page.getByLabelText('以個人資料登入').click()
  await expect.element(page.getByLabelText('行動電話')).toBeVisible()
  expect(captchaTicket()).toBe(first)
  await proofButton.click()
  await expect.poll(captchaTicket).not.toBe(first)
  const second = captchaTicket()
  await page.getByLabelText('以帳單資料登入').click()
  await expect.poll(captchaTicket).not.toBe(second)
  await expect.element(page.getByText('電腦驗證完成，請繼續填寫或送出。')).toBeVisible()
})

test('an expired proof is renewed by its button', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'] })
  drawSite('/company')
  await proofButton.click()
  await expect.element(page.getByText('電腦驗證完成，請繼續填寫或送出。')).toBeVisible()
  vi.setSystemTime(Date.now() + 301_000)
  await page.getByRole('button', { name: '重新驗證' }).click()
  await expect.element(page.getByText('電腦驗證完成，請繼續填寫或送出。')).toBeVisible()
})
