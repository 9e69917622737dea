import type { Context, Hono } from 'hono'
import { allEndpoints } from '../../contract/all-endpoints'
import { apiBase, type Endpoint } from '../../contract/endpoints'
import type { SchemaSet } from '../../schema/load/schema-set'
import { type CallAccess, callAccess } from '../access/operations'
import type { Ports } from '../ports'
import { answer, answerError } from './answer'
import { type Caller, type Handler, HttpRefusal } from './call'
import { guard } from './guard'
import { handlerFor, isServed } from './handlers'
import { readInput } from './input'

/** Mounts every call of the contract and of the schema files. */
export const mount = (app: Hono, ports: Ports, schemas: SchemaSet): void => {
  const canCall = callAccess(schemas)
  // Hono uses the first registered path that matches: `/:SerialId` before `/GetAllSelectList` would match its requests.
  const calls = Object.entries(allEndpoints(schemas)).sort(([, a], [, b]) => parameterCount(a.path) - parameterCount(b.path))
  for (const [id, endpoint] of calls) {
    const served = { id, endpoint, handler: handlerFor(id, schemas), canCall }
    app.on(endpoint.method, apiBase + endpoint.path, (c) => serve(c, served, ports, schemas))
  }
  for (const [path, methods] of methodsByPath(calls.map(([, endpoint]) => endpoint))) {
    app.all(apiBase + path, () => refuseMethod(ports, methods))
  }
}

/** A call with its handler, which not every call has yet. */
interface ServedCall {
  readonly id: string
  readonly endpoint: Endpoint
  readonly handler: Handler | undefined
  readonly canCall: CallAccess
}

/** Serves one call: checks session and rights before it reads the input. */
const serve = async (c: Context, { id, endpoint, handler, canCall }: ServedCall, ports: Ports, schemas: SchemaSet): Promise<Response> => {
  try {
    const scope = await guard(ports, canCall, { id, endpoint, headers: c.req.raw.headers })
    if (!handler) throw new HttpRefusal(501, '此功能尚未開放。')
    const input = await readInput(c.req.raw, endpoint, ports.settings)
    return answer(await handler({ endpoint, ports, schemas, isServed: isServed(schemas), ...input, params: c.req.param(), scope, caller: callerOf(c) }))
  } catch (error) {
    return answerError(ports, error, { call: id })
  }
}

const callerOf = (c: Context): Caller => ({
  ip: c.env?.caller?.ip ?? '',
  userAgent: c.req.header('User-Agent') ?? '',
  verificationCode: c.req.header('VCode') ?? '',
})

const parameterCount = (path: string): number => path.split('/:').length - 1

const methodsByPath = (calls: readonly Endpoint[]): Map<string, readonly string[]> => {
  const methods = new Map<string, readonly string[]>()
  for (const { path, method } of calls) methods.set(path, [...(methods.get(path) ?? []), method])
  return methods
}

const refuseMethod = (ports: Ports, methods: readonly string[]): Response => {
  const response = answerError(ports, new HttpRefusal(405, `這個網址只接受 ${methods.join('、')}。`))
  response.headers.set('Allow', methods.join(', '))
  return response
}
