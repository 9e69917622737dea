import { delay, HttpResponse, http, type RequestHandler } from 'msw'
import { setupWorker } from 'msw/browser'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { App } from '../../src/server/app'

/** Catches the requests of a test file's page; handlers that a test adds are gone after it. */
export const network = (...handlers: RequestHandler[]) => {
  const worker = setupWorker(...handlers)
  beforeAll(() => worker.start({ quiet: true, onUnhandledRequest: 'bypass', serviceWorker: { url: '/mockServiceWorker.js' } }))
  afterEach(() => worker.resetHandlers())
  afterAll(() => worker.stop())
  return worker
}

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
  /** Nothing ever comes. */
  silent: (path: string) =>
    http.all(`*/api${path}`, async () => {
      await delay('infinite')
      return HttpResponse.error()
    }),
  /** A good answer that is not an envelope. */
  garbage: (path: string) => http.all(`*/api${path}`, () => HttpResponse.text('<html></html>')),
}

/** A good answer with this OutData. */
export const answer = (path: string, OutData: unknown): RequestHandler =>
  http.all(`*/api${path}`, () => HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData } as object))
