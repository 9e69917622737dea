import { Hono } from 'hono'
import { apiBase } from '../../contract/endpoints'
import type { SchemaSet } from '../../schema/load/schema-set'
import { registerJobHandlers } from '../jobs/handlers'
import type { Ports } from '../ports'
import { answerError, answerHealth } from './answer'
import { mountApiDocs } from './api-docs'
import { HttpRefusal } from './call'
import { withSecurityHeaders } from './headers'
import { mount } from './mount'

/** Returns the whole API as a function from Request to Response, which runs wherever `Request` exists. */
export const createApp = (ports: Ports, schemas: SchemaSet): App => {
  registerJobHandlers(ports, schemas)
  const app = new Hono()
  app.get('/healthz', () => answerHealth(ports))
  if (ports.settings.apiDocs) mountApiDocs(app, schemas)
  mount(app, ports, schemas)
  app.all(`${apiBase}/*`, (c) => answerError(ports, new HttpRefusal(404, `沒有「${c.req.path}」這個功能，請確認網址。`)))
  app.notFound((c) => answerError(ports, new HttpRefusal(404, `找不到「${c.req.path}」，請確認網址。`)))
  app.onError((error) => answerError(ports, error))
  return {
    fetch: async (request, caller) => withSecurityHeaders(await app.fetch(request, { caller })),
    request: async (path, init, caller) => withSecurityHeaders(await app.request(path, init, { caller })),
  }
}

export interface App {
  /** Answers a request; `caller.ip` is the connection's address if the host knows it. */
  fetch(request: Request, caller?: Connection): Promise<Response>
  /** Answers a request to a path, for tests and for calls within the process. */
  request(path: string, init?: RequestInit, caller?: Connection): Promise<Response>
}

/** The connection of a request, as the host knows it. */
export interface Connection {
  readonly ip: string
}
