import type { Server, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { DemoHints } from '../../contract/site-config'
import { withSecurityHeaders } from '../http/headers'
import type { Modules } from '../module'
import { openBackend } from './backend'
import { callerIp } from './http/caller-ip'
import { compressResponse } from './http/compress'
import { httpServer, listen } from './http/server'
import { serveOperations } from './operations/server'
import { messageOf, type Print } from './operator-error'
import type { NodeSettings } from './settings/settings'

/** A running portal. */
export interface RunningPortal {
  readonly url: string
  /** The address of `/readyz` and `/metrics`; undefined without OPERATIONS_PORT. */
  readonly operationsUrl: string | undefined
  /** The demo accounts; null outside demo mode. */
  readonly demo: DemoHints | null
  close(): Promise<void>
}

/** Starts the portal: the API and the built site on one port. Port 0 selects a free port. */
export const startPortal = async (
  settings: NodeSettings,
  modules: Modules,
  print: Print = () => {},
): Promise<RunningPortal> => {
  const backend = await openBackend(settings, modules, print)
  const respond = async (request: Request, incoming: Incoming): Promise<Response> =>
    withSecurityHeaders(
      await compressResponse(request, await backend.fetch(request, { ip: addressOf(incoming, settings) })),
      settings,
    )
  const server = httpServer(getRequestListener((request, { incoming }) => respond(request, incoming)))
  const stop = gracefulStop(server)
  let isStopping = false
  let operations: Awaited<ReturnType<typeof serveOperations>> | undefined
  const close = async (): Promise<void> => {
    isStopping = true
    await stop()
    await backend.close().finally(operations?.close)
  }
  try {
    const { operationsPort, operationsAddress, listenAddress: address } = settings
    if (operationsPort !== undefined && backend.operations)
      operations = await serveOperations(
        { port: operationsPort, address: operationsAddress },
        { ...backend.operations, isStopping: () => isStopping },
      )
    const port = await listen(server, { setting: 'PORT', port: settings.port, address })
    const url = `http://localhost:${port}`
    await backend.servedAt(url)
    return { url, operationsUrl: operations?.url, demo: backend.demo, close }
  } catch (error) {
    await operations?.close()
    await backend.close()
    throw error
  }
}

type Incoming = Pick<HttpBindings['incoming'], 'headers' | 'socket'>

const addressOf = ({ headers, socket }: Incoming, { trustProxy }: NodeSettings): string =>
  callerIp(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''), trustProxy)

/** Milliseconds after which open connections are closed forcibly. */
const shutdownMs = 10_000

/**
 * Returns a function that stops the server when all requests in progress are completed, at the latest after
 * `shutdownMs`.
 */
const gracefulStop = (server: Server): (() => Promise<void>) => {
  const openResponses = new Set<ServerResponse>()
  let isStopping = false
  server.prependListener('request', (_, response: ServerResponse) => {
    openResponses.add(response)
    response.once('close', () => openResponses.delete(response))
    if (isStopping) closeConnectionAfter(response)
  })

  return () =>
    new Promise((resolve) => {
      isStopping = true
      const deadline = setTimeout(() => server.closeAllConnections(), shutdownMs)
      server.close(() => {
        clearTimeout(deadline)
        resolve()
      })
      openResponses.forEach(closeConnectionAfter)
      server.closeIdleConnections()
    })
}

// The response announces that the connection will be closed; the client's next request opens a new one.
const closeConnectionAfter = (response: ServerResponse): void => {
  response.shouldKeepAlive = false
}

/** The parts of the process that a shutdown needs. */
interface SignalOptions {
  readonly signals: { on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown }
  readonly print: Print
  readonly exit: (code: number) => void
}

/**
 * Stops the portal on Ctrl-C or SIGTERM and exits with code 0; if it could not be stopped cleanly, prints the reason
 * and exits with 1.
 */
export const closeOnSignal = (
  { close }: Pick<RunningPortal, 'close'>,
  { signals, print, exit }: SignalOptions,
): void => {
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
        print(
          `The portal was not stopped cleanly: ${messageOf(error)}. All acknowledged data is on disk; the next start recovers it.`,
        )
        exit(1)
      },
    )
  }
  signals.on('SIGINT', stop)
  signals.on('SIGTERM', stop)
}
