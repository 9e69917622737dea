import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { DemoHints } from '../../contract/headers'
import { withSafeHeaders } from '../safe-headers'
import { openBackend } from './backend'
import { isBackendPath } from './backend-paths'
import { callerIp } from './caller-ip'
import { compressed } from './compress'
import { gracefulStop } from './graceful-stop'
import { siteServer } from './serve-site'
import type { NodeSettings } from './settings'
import { type Say, StartRefusal } from './start-refusal'

/** A portal that is up. */
export interface RunningPortal {
  readonly url: string
  /** The demo accounts; null outside demo mode. */
  readonly demo: DemoHints | null
  close(): Promise<void>
}

/** Starts the portal: the API and the built site on one port. Port 0 takes any free one. */
export const startPortal = async (settings: NodeSettings, say: Say = () => {}): Promise<RunningPortal> => {
  const backend = await openBackend(settings, say)
  const site = siteServer(settings)
  const route = (request: Request, incoming: Incoming): Promise<Response> =>
    isBackendPath(new URL(request.url).pathname) ? backend.answer(request, { ip: addressOf(incoming, settings) }) : site(request)
  const answer = async (request: Request, incoming: Incoming): Promise<Response> =>
    withSafeHeaders(await compressed(request, await route(request, incoming)), settings)
  const server = createServer(getRequestListener((request, { incoming }) => answer(request, incoming)))
  const stop = gracefulStop(server)
  try {
    const port = await listen(server, settings.port)
    return { url: `http://localhost:${port}`, demo: backend.demo, close: () => stop().then(backend.close) }
  } catch (error) {
    await backend.close()
    throw error
  }
}

type Incoming = Pick<HttpBindings['incoming'], 'headers' | 'socket'>

const addressOf = ({ headers, socket }: Incoming, { trustProxy }: NodeSettings): string =>
  callerIp(socket.remoteAddress ?? '', String(headers['x-forwarded-for'] ?? ''), trustProxy)

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject('code' in error && error.code === 'EADDRINUSE' ? portInUse(port) : error))
    server.listen(port, () => resolve((server.address() as AddressInfo).port))
  })

const portInUse = (port: number): StartRefusal =>
  new StartRefusal(`Port ${port} is in use by another program. Stop that one, or choose another port: PORT=${port + 1} npm start`)
