import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import type { Db } from '../../ports'
import { httpServer, listen } from '../http/server'
import type { PortalMetrics } from './metrics'

/** The parts of a portal on which the operations port reports. */
interface PortalState {
  readonly db: Db
  readonly metrics: PortalMetrics
  /** Whether the portal is being stopped. */
  readonly isStopping: () => boolean
}

/** Serves `/readyz` and `/metrics` on a separate port, which only monitors and load balancers can reach. */
export const serveOperations = async (endpoint: { port: number; address: string }, portal: PortalState) => {
  const server = httpServer(getRequestListener((request) => respond(new URL(request.url).pathname, portal)))
  const port = await listen(server, { setting: 'OPERATIONS_PORT', ...endpoint })
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://localhost:${port}`, close }
}

const respond = async (path: string, { db, metrics, isStopping }: PortalState): Promise<Response> => {
  if (path === '/metrics') return plainText(200, await metrics.text(), metricsType)
  if (path !== '/readyz') return plainText(404, 'Only /readyz and /metrics are here.\n')
  if (isStopping()) return plainText(503, 'stopping\n')
  return (await isReachable(db)) ? plainText(200, 'ready\n') : plainText(503, 'database unreachable\n')
}

const isReachable = (db: Db): Promise<boolean> =>
  sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )

/** The text format of Prometheus. */
const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

const plainText = (status: number, text: string, type = 'text/plain; charset=utf-8'): Response =>
  new Response(text, { status, headers: { 'Content-Type': type } })
