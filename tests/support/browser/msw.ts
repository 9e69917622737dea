import { HttpResponse, http, type RequestHandler } from 'msw'
import { type SetupWorker, setupWorker } from 'msw/browser'
import { afterAll, afterEach, beforeAll, onTestFinished, vi } from 'vitest'
import type { App } from '../../../src/server/http/app'

/** Intercepts the requests of a test file's page; handlers that a test adds are removed after it. */
export const network = (...handlers: RequestHandler[]) => {
  const worker = setupWorker(...handlers)
  worker.events.on('request:start', ({ requestId }) => void pendingRequests.add(requestId))
  worker.events.on('request:end', ({ requestId }) => void pendingRequests.delete(requestId))
  beforeAll(() =>
    worker.start({ quiet: true, onUnhandledRequest: 'bypass', serviceWorker: { url: '/mockServiceWorker.js' } }),
  )
  afterEach(() => {
    for (const end of silentRequests.splice(0)) end()
    worker.resetHandlers()
  })
  afterAll(() => worker.stop())
  return worker
}

/** Calls the function for every request of the running test. */
export const onRequest = ({ events }: SetupWorker, callback: (request: Request) => void): void => {
  const listener = ({ request }: { request: Request }) => callback(request)
  events.on('request:start', listener)
  onTestFinished(() => void events.removeListener('request:start', listener))
}

/**
 * Waits until every request has a response, so that no response arrives during the next test.
 * Must not be used to wait for a request that begins later, such as after a pause in typing: poll for its effect.
 */
export const requestsAnswered = async (): Promise<void> => {
  let isIdle = false
  await vi.waitUntil(
    () => {
      // An event handler may make its request in a later task, and so may the reader of a response.
      const wasIdle = isIdle
      isIdle = pendingRequests.size === 0
      return wasIdle && isIdle
    },
    { timeout: 60_000, interval: 5 },
  )
}

const pendingRequests = new Set<unknown>()

// The service worker reports the start of a request only later, so the page itself counts it from the call of `fetch`.
const fetchInBrowser = globalThis.fetch
globalThis.fetch = (...request) => {
  const response = fetchInBrowser(...request)
  pendingRequests.add(response)
  void response
    .then((answered) => answered.clone().arrayBuffer())
    .catch(() => {})
    .finally(() => pendingRequests.delete(response))
  return response
}

/** Functions that end the requests of `failures.silent`. */
const silentRequests: (() => void)[] = []

/** Passes the page's requests to the real backend. */
export const throughApp = (app: () => App): RequestHandler =>
  http.all('*/api/*', ({ request }) => app().fetch(request, { ip: '127.0.0.1' }))

/** The backend handles the first POST request to a path, but its response is lost. */
export const lostResponse = (app: () => App, path: string): RequestHandler =>
  http.post(
    `*/api${path}`,
    async ({ request }) => {
      await app().fetch(request, { ip: '127.0.0.1' })
      return HttpResponse.error()
    },
    { once: true },
  )

/** Handlers for the failures between page and backend, one for each row of the error catalogue. */
export const failures = {
  /** HTTP 200 with a ReturnCode other than 0000. */
  refusal: (path: string, ReturnCode: string, ReturnMsg: string, OutData: object | null = null) =>
    http.all(`*/api${path}`, () => HttpResponse.json({ ReturnCode, ReturnMsg, OutData })),
  /** Another HTTP status, with an envelope. */
  status: (path: string, status: number, ReturnMsg: string) =>
    http.all(`*/api${path}`, () => HttpResponse.json({ ReturnCode: '9999', ReturnMsg, OutData: null }, { status })),
  /** Another HTTP status without an envelope, as a proxy sends it. */
  bareStatus: (path: string, status: number, statusText: string) =>
    http.all(`*/api${path}`, () => new HttpResponse('<html></html>', { status, statusText })),
  /** The connection breaks. */
  broken: (path: string) => http.all(`*/api${path}`, () => HttpResponse.error()),
  /** No response arrives during the test. */
  silent: (path: string) =>
    http.all(`*/api${path}`, async () => {
      await new Promise<void>((resolve) => silentRequests.push(resolve))
      return HttpResponse.error()
    }),
  /** A successful response that is not an envelope. */
  garbage: (path: string) => http.all(`*/api${path}`, () => HttpResponse.text('<html></html>')),
}

/** Returns a handler with a successful response and this OutData. */
export const respondWith = (path: string, OutData: unknown): RequestHandler =>
  http.all(`*/api${path}`, () => HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData } as object))
