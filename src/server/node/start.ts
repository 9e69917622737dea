import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { DemoHints } from '../../contract/headers'
import { withSecurityHeaders } from '../http/headers'
import { openBackend } from './backend'
import { isBackendPath } from './http/backend-paths'
import { callerIp } from './http/caller-ip'
import { compressed } from './http/compress'
import { siteServer } from './http/static-files'
import { messageOf, OperatorError, type Print } from './operator-error'
import type { NodeSettings } from './settings/settings'

/** A running portal. */
export interface RunningPortal {
  readonly url: string
  /** The demo accounts; null outside demo mode. */
  readonly demo: DemoHints | null
  close(): Promise<void>
}

/** Starts the portal: the API and the built site on one port. Port 0 chooses a free one. */
export const startPortal = async (settings: NodeSettings, print: Print = () => {}): Promise<RunningPortal> => {
  const backend = await openBackend(settings, print)
  const site = siteServer(settings)
  const route = (request: Request, incoming: Incoming): Promise<Response> =>
    isBackendPath(new URL(request.url).pathname) ? backend.answer(request, { ip: addressOf(incoming, settings) }) : site(request)
  const answer = async (request: Request, incoming: Incoming): Promise<Response> =>
    withSecurityHeaders(await compressed(request, await route(request, incoming)), settings)
  const server = createServer(getRequestListener((request, { incoming }) => answer(request, incoming)))
  const stop = gracefulStop(server)
  try {
    const port = await listen(server, settings)
    return { url: `http://localhost:${port}`, demo: backend.demo, close: () => stop().then(backend.close) }
  } catch (error) {
    await backend.close()
    throw error
  }
}

type Incoming = Pick<HttpBindings['incoming'], 'headers' | 'socket'>

const addressOf = ({ headers, socket }: Incoming, { trustProxy }: NodeSettings): string =>
  callerIp(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''), trustProxy)

const listen = (server: Server, { port, listenAddress }: NodeSettings): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject('code' in error && error.code === 'EADDRINUSE' ? portInUse(port) : error))
    server.listen(port, listenAddress, () => resolve((server.address() as AddressInfo).port))
  })

const portInUse = (port: number): OperatorError =>
  new OperatorError(`Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${port + 1} npm start`)

/** Milliseconds after which open connections are closed forcibly. */
const shutdownMs = 10_000

/** Returns a function that stops the server after all requests in progress are answered. */
const gracefulStop = (server: Server): (() => Promise<void>) => {
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
      const deadline = setTimeout(() => server.closeAllConnections(), shutdownMs)
      server.close(() => {
        clearTimeout(deadline)
        resolve()
      })
      open.forEach(endAfter)
      server.closeIdleConnections()
    })
}

// The answer tells the client that the connection is closed; its next request opens a new one.
const endAfter = (response: ServerResponse): void => {
  response.shouldKeepAlive = false
}

/** The functions of the process that a shutdown needs. */
interface SignalOptions {
  readonly signals: { on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown }
  readonly print: Print
  readonly exit: (code: number) => void
}

/** Stops the portal on Ctrl-C or SIGTERM and exits with code 0; if it could not be stopped cleanly, prints the reason and exits with 1. */
export const closeOnSignal = ({ close }: Pick<RunningPortal, 'close'>, { signals, print, exit }: SignalOptions): void => {
  const closeAndReport = async (): Promise<void> => {
    print('\nStopping …')
    await close()
    print('Stopped; all data is on disk.')
  }
  // Ctrl-C under npm arrives twice, from the terminal and from npm; the second one must not interrupt the shutdown.
  let isClosing = false
  const stop = (): void => {
    if (isClosing) return
    isClosing = true
    void closeAndReport().then(
      () => exit(0),
      (error: unknown) => {
        print(`The portal was not stopped cleanly: ${messageOf(error)}. All acknowledged data is on disk; the next start recovers it.`)
        exit(1)
      },
    )
  }
  signals.on('SIGINT', stop)
  signals.on('SIGTERM', stop)
}
