import { http, type RequestHandler } from 'msw'
import type { App } from '../../../src/server/http/app'

/** GET requests whose responses a test sends in its own order. */
export interface HeldRequests {
  readonly handler: RequestHandler
  /** The URLs of the requests so far. */
  readonly urls: URL[]
  /** Sends the response to a request, by its number from 0. */
  readonly respond: (index: number) => void
}

/** Holds the responses of the backend to GET requests to a path. */
export const heldRequests = (path: string, app: () => App): HeldRequests => {
  const urls: URL[] = []
  const senders: (() => void)[] = []
  const handler = http.get(`*/api${path}`, async ({ request }) => {
    urls.push(new URL(request.url))
    await new Promise<void>((resolve) => senders.push(resolve))
    return app().fetch(request, { ip: '127.0.0.1' })
  })
  return { handler, urls, respond: (index) => senders[index]?.() }
}
