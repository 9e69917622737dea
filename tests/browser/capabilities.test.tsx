import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { extensionCalls, useExtensionCalls } from '../../src/browser/http/capabilities'
import { configureSite } from '../../src/browser/http/config'
import { openCompanySession, openPayerSession } from '../../src/browser/session/session'
import { failures, network, onRequest, respondWith } from '../support/browser/msw'
import { draw } from '../support/browser/page'
import { companyLogin, payerLogin } from './samples'

const worker = network()
const path = '/Ext/GetCapabilities'

beforeEach(() => {
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Returns the requests for the capabilities during the running test. */
const requests = (): readonly string[] => {
  const sent: string[] = []
  onRequest(worker, ({ url }) => void (url.endsWith(path) && sent.push(url)))
  return sent
}

/** Shows the calls that are served, and records what each rendering shows. */
const Calls = ({ name, rendered = [] }: { name: string; rendered?: string[] }) => {
  const text = useExtensionCalls()?.join() ?? 'unknown'
  rendered.push(text)
  return <p>{`${name}: ${text}`}</p>
}

test('a backend without the call is asked again after the next sign-in, and what is on the page then follows', async () => {
  const sent = requests()
  worker.use(failures.bareStatus(path, 404, 'Not Found'))
  expect(await extensionCalls()).toEqual([])
  worker.use(respondWith(path, { Calls: ['Ext.GetJobs'] }))
  vi.advanceTimersByTime(600_000)
  expect(await extensionCalls()).toEqual([])
  const rendered: string[] = []
  draw(<Calls name="first" rendered={rendered} />)
  await expect.element(page.getByText('first:', { exact: true })).toBeVisible()
  expect(sent).toHaveLength(1)
  openCompanySession(companyLogin)
  expect(await extensionCalls()).toEqual(['Ext.GetJobs'])
  await expect.element(page.getByText('first: Ext.GetJobs')).toBeVisible()
  expect(sent).toHaveLength(2)
  expect([...new Set(rendered)]).toEqual(['', 'Ext.GetJobs'])
  openPayerSession(payerLogin)
  expect(await extensionCalls()).toEqual(['Ext.GetJobs'])
  expect(sent).toHaveLength(2)
})

test('while a backend without the call is asked again, pages keep what they show', async () => {
  let isAnswered = () => {}
  worker.use(failures.bareStatus(path, 404, 'Not Found'))
  await extensionCalls()
  const answer = new Promise<void>((resolve) => {
    isAnswered = resolve
  })
  worker.use(
    http.get(`*/api${path}`, async () => {
      await answer
      return new HttpResponse(null, { status: 404 })
    }),
  )
  openCompanySession(companyLogin)
  const rendered: string[] = []
  draw(<Calls name="page" rendered={rendered} />)
  await expect.element(page.getByText('page:', { exact: true })).toBeVisible()
  const again = extensionCalls()
  isAnswered()
  expect(await again).toEqual([])
  expect([...new Set(rendered)]).toEqual([''])
})

test('after any other failure the call is sent again at once', async () => {
  const sent = requests()
  worker.use(failures.status(path, 503, '暫停服務'))
  expect(await extensionCalls()).toEqual([])
  worker.use(respondWith(path, { Calls: ['Ext.GetJobs'] }))
  draw(<Calls name="page" />)
  await expect.element(page.getByText('page: Ext.GetJobs')).toBeVisible()
  expect(sent).toHaveLength(2)
})
