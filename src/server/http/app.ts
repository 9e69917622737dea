import { Hono } from 'hono'
import { apiBase } from '../../contract/endpoints'
import { extensions } from '../../contract/extensions'
import type { SchemaSet } from '../../schema/load/schema-set'
import { type AppEnv, type Connection, HttpRefusal } from '../call'
import type { Modules } from '../module'
import type { Ports } from '../ports'
import { registerJobs } from '../register-jobs'
import { mountApiDocs } from './api-docs'
import { withSecurityHeaders } from './headers'
import { mountCalls } from './mount'
import { logRequest } from './request-log'
import { errorResponse, healthResponse } from './response'

/** Returns the app of a portal, with all calls and their job handlers. It runs wherever `Request` exists. */
export const createApp = (ports: Ports, schemas: SchemaSet, modules: Modules): App => {
  registerJobs({ ports, schemas, modules })
  const app = new Hono<AppEnv>()
  app.get('/healthz', (c) => healthResponse(ports, c.env.logEntry))
  if (ports.settings.apiDocs) mountApiDocs(app, { schemas, modules, portalName: ports.settings.portalName })
  mountCalls(app, { ports, schemas, modules })
  // Mail programs unsubscribe by sending a POST request to the address of the page for unsubscription (RFC 8058).
  app.post('/unsubscribe/:token', (c) => {
    const path =
      apiBase + extensions['Home.Unsubscribe'].path.replace(':Token', encodeURIComponent(c.req.param('token')))
    return app.fetch(new Request(new URL(path, c.req.url), { method: 'POST' }), c.env)
  })
  app.all(`${apiBase}/*`, (c) =>
    errorResponse(c.env.logEntry, new HttpRefusal(404, `沒有「${c.req.path}」這個功能，請確認網址。`)),
  )
  app.notFound((c) => errorResponse(c.env.logEntry, new HttpRefusal(404, `找不到「${c.req.path}」，請確認網址。`)))
  app.onError((error, c) => errorResponse(c.env.logEntry, error))
  const fetch: App['fetch'] = async (request, connection) =>
    withSecurityHeaders(
      await logRequest(ports, { request, connection }, async (logEntry) =>
        app.fetch(request, { connection, logEntry }),
      ),
    )
  return {
    fetch,
    request: (path, init, connection) => fetch(new Request(new URL(path, 'http://localhost'), init), connection),
  }
}

/** The API of a portal as a function from Request to Response. */
export interface App {
  /** Responds to a request. `connection` is undefined if the host does not know the address of the client. */
  fetch(request: Request, connection?: Connection): Promise<Response>
  /** Responds to a request to a path, for tests and for calls within the process. */
  request(path: string, init?: RequestInit, connection?: Connection): Promise<Response>
}
