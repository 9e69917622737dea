import type { Server, ServerResponse } from 'node:http'

/** Milliseconds after which a connection that still hangs is cut. */
const patience = 10_000

/** Watches a server, so that it can be stopped without losing an answer: call the result to stop it. */
export const gracefulStop = (server: Server): (() => Promise<void>) => {
  const open = new Set<ServerResponse>()
  let stopping = false
  server.prependListener('request', (_, response: ServerResponse) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (stopping) endAfter(response)
  })

  return () =>
    new Promise((resolve) => {
      stopping = true
      const cut = setTimeout(() => server.closeAllConnections(), patience)
      server.close(() => {
        clearTimeout(cut)
        resolve()
      })
      open.forEach(endAfter)
      server.closeIdleConnections()
    })
}

// The client learns from the answer that the connection ends, and sends its next request to whoever listens then.
const endAfter = (response: ServerResponse): void => {
  response.shouldKeepAlive = false
}
