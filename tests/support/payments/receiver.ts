import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A push as it arrived. */
export interface ReceivedPush {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A real system of a company on this machine. */
export interface Receiver {
  readonly url: string
  readonly received: readonly ReceivedPush[]
  /** Changes how it responds. */
  respondWith(respond: Respond): void
}

type Respond = (response: ServerResponse) => void

/** Responds as a system that takes the push. */
export const takes: Respond = (response) => response.end('{"ReturnCode":"0000","ReturnMsg":"OK"}')

/** Never responds. */
export const hangs: Respond = () => {}

/** Starts a receiver, which takes all pushes at first. It is closed when the test ends. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: ReceivedPush[] = []
  let respond = takes
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
    respond(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/notify?from=portal`,
    received,
    respondWith: (next) => {
      respond = next
    },
  }
}
