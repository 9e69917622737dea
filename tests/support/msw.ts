import { HttpResponse, http, type RequestHandler } from 'msw'
import { type SetupWorker, setupWorker } from 'msw/browser'
import { afterAll, afterEach, beforeAll, onTestFinished, vi } from 'vitest'
import type { App } from '../../src/server/http/app'

/** Catches the requests of a test file's page; handlers that a test adds are gone after it. */
export const network = (...handlers: RequestHandler[]) => {
  const worker = setupWorker(...handlers)
  worker.events.on('request:start', ({ requestId }) => void underWay.add(requestId))
  worker.events.on('request:end', ({ requestId }) => void underWay.delete(requestId))
  beforeAll(() => worker.start({ quiet: true, onUnhandledRequest: 'bypass', serviceWorker: { url: '/mockServiceWorker.js' } }))
  afterEach(() => {
    for (const end of held.splice(0)) end()
    worker.resetHandlers()
  })
  afterAll(() => worker.stop())
  return worker
}

/** Tells of every request of the test that runs. */
export const onRequest = ({ events }: SetupWorker, note: (request: Request) => void): void => {
  const listener = ({ request }: { request: Request }) => note(request)
  events.on('request:start', listener)
  onTestFinished(() => void events.removeListener('request:start', listener))
}

/** Waits until every request has its answer: one that comes in the next test would be that test's. */
export const requestsAnswered = () => vi.waitUntil(() => underWay.size === 0, { timeout: 30_000 })

const underWay = new Set<string>()

/** Ends the requests that nothing answers. */
const held: (() => void)[] = []

/** Hands the page's requests to the backend itself. */
export const throughApp = (app: () => App): RequestHandler => http.all('*/api/*', ({ request }) => app().fetch(request, { ip: '127.0.0.1' }))

/** What can go wrong between page and backend, one handler for each row of the error catalogue. */
export const faults = {
  /** HTTP 200 with another ReturnCode than 0000. */
  refusal: (path: string, ReturnCode: string, ReturnMsg: string, OutData: object | null = null) =>
    http.all(`*/api${path}`, () => HttpResponse.json({ ReturnCode, ReturnMsg, OutData })),
  /** Another HTTP status, with an envelope. */
  status: (path: string, status: number, ReturnMsg: string) =>
    http.all(`*/api${path}`, () => HttpResponse.json({ ReturnCode: '9999', ReturnMsg, OutData: null }, { status })),
  /** Another HTTP status without one, as a proxy answers. */
  bareStatus: (path: string, status: number, statusText: string) => http.all(`*/api${path}`, () => new HttpResponse('<html></html>', { status, statusText })),
  /** The connection breaks. */
  broken: (path: string) => http.all(`*/api${path}`, () => HttpResponse.error()),
  /** Nothing comes while the test lasts. */
  silent: (path: string) =>
    http.all(`*/api${path}`, async () => {
      await new Promise<void>((resolve) => held.push(resolve))
      return HttpResponse.error()
    }),
  /** A good answer that is not an envelope. */
  garbage: (path: string) => http.all(`*/api${path}`, () => HttpResponse.text('<html></html>')),
}

/** A good answer with this OutData. */
export const answer = (path: string, OutData: unknown): RequestHandler =>
  http.all(`*/api${path}`, () => HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData } as object))
