import type { Context, Hono } from 'hono'
import { allEndpoints } from '../../contract/all-endpoints'
import { apiBase, type Endpoint } from '../../contract/endpoints'
import type { Capabilities } from '../../contract/extensions'
import { takesRequestId } from '../../contract/request-id'
import { defaultCallId, hasFiles } from '../../schema/calls/endpoints'
import type { SchemaSet } from '../../schema/load/schema-set'
import { type CallAccess, callAccess } from '../access/operations'
import { type AppEnv, type Client, type Handler, HttpRefusal, type RequestLogEntry } from '../call'
import type { PortalParts } from '../module'
import type { Settings } from '../ports'
import { fileFields } from '../records/form-files'
import { handleCreation } from './creation'
import { authorizeCall } from './guard'
import { capabilitiesOf, handlerFor } from './handlers'
import { bodyReader, type InputLimits, readInput } from './input'
import { enteredUser, logWithRequestId } from './request-log'
import { errorResponse, responseOf } from './response'

/** Mounts every call of the contract and of the schema files. */
export const mountCalls = (app: Hono<AppEnv>, portal: PortalParts): void => {
  const { ports, schemas, modules } = portal
  const canCall = callAccess(schemas)
  const capabilities = capabilitiesOf(portal, ports.settings)
  // Hono uses the first registered path that matches, so paths without parameters come first: `/:SerialId` would also
  // match `/GetAllSelectList`.
  const calls = Object.entries(allEndpoints(schemas)).sort(
    ([, a], [, b]) => parameterCount(a.path) - parameterCount(b.path),
  )
  for (const [id, endpoint] of calls) {
    const mounted = {
      id,
      endpoint,
      handler: handlerFor(id, schemas, modules),
      canCall,
      capabilities,
      limits: limitsOf(id, schemas, ports.settings),
    }
    app.on(endpoint.method, apiBase + endpoint.path, (c) => serve(c, mounted, portal))
  }
  for (const [path, methods] of methodsByPath(calls.map(([, endpoint]) => endpoint))) {
    app.all(apiBase + path, (c) => refuseMethod(c.env.logEntry, methods))
  }
}

/** A call at its route. `handler` is undefined if the portal does not serve the call. */
interface MountedCall {
  readonly id: string
  readonly endpoint: Endpoint
  readonly handler: Handler | undefined
  readonly canCall: CallAccess
  readonly capabilities: Capabilities
  readonly limits: InputLimits
}

/**
 * Returns the limits of a call's input.
 * A form with files may be as large as the files that its schema allows, up to the limit of the settings.
 */
const limitsOf = (id: string, { resources }: SchemaSet, settings: Settings): InputLimits => {
  const resource = resources.find(
    (candidate) =>
      hasFiles(candidate) &&
      (['create', 'update'] as const).some(
        (operation) => defaultCallId(candidate.endpoints.controller, operation) === id,
      ),
  )
  const declaredBytes = resource && fileFields(resource).reduce((sum, { maxBytes }) => sum + maxBytes, 0)
  return {
    maxBodyBytes: settings.maxBodyBytes,
    maxUploadBytes: Math.min(declaredBytes ?? settings.maxUploadBytes, settings.maxUploadBytes),
  }
}

/** Serves one call. Checks the session and the rights before it reads the input. */
const serve = async (
  c: Context<AppEnv>,
  { id, endpoint, handler, canCall, capabilities, limits }: MountedCall,
  portal: PortalParts,
): Promise<Response> => {
  const { ports, schemas, modules } = portal
  const { logEntry } = c.env
  logEntry.call = id
  try {
    const request = c.req.raw
    const readBody = bodyReader(request, endpoint, limits)
    const incomingCall = { id, endpoint, request, readBody, ip: clientOf(c).ip, logEntry }
    const scope = await authorizeCall(ports, canCall, incomingCall)
    if (!handler) throw new HttpRefusal(501, '此功能尚未開放。')
    const input = await readInput(request, endpoint, readBody)
    if (endpoint.session === 'none') logEntry.user = enteredUser(input.body)
    const requestPorts = { ...ports, log: logWithRequestId(ports.log, logEntry) }
    const call = {
      endpoint,
      ports: requestPorts,
      schemas,
      modules,
      capabilities,
      ...input,
      params: c.req.param(),
      scope,
      client: clientOf(c),
    }
    const result = await (takesRequestId(id)
      ? handleCreation(id, handler, call, (otherId) => handlerFor(otherId, schemas, modules))
      : handler(call))
    return responseOf(result, logoutCalls.includes(id) ? { 'Clear-Site-Data': '"cache"' } : {})
  } catch (error) {
    return errorResponse(logEntry, error)
  }
}

/**
 * After these calls, a browser removes what it has cached of the portal, such as pages that the next user of the
 * machine could open by going back.
 */
const logoutCalls: readonly string[] = ['PayerArea.Logout', 'EnterpriseArea.Logout']

const clientOf = (c: Context<AppEnv>): Client => ({
  ip: c.env.connection?.ip ?? '',
  userAgent: c.req.header('User-Agent') ?? '',
  captchaTicket: c.req.header('VCode') ?? '',
})

const parameterCount = (path: string): number => path.split('/:').length - 1

const methodsByPath = (calls: readonly Endpoint[]): Map<string, readonly string[]> => {
  const methods = new Map<string, readonly string[]>()
  for (const { path, method } of calls) methods.set(path, [...(methods.get(path) ?? []), method])
  return methods
}

const refuseMethod = (logEntry: RequestLogEntry, methods: readonly string[]): Response => {
  const response = errorResponse(logEntry, new HttpRefusal(405, `這個網址只接受 ${methods.join('、')}。`))
  response.headers.set('Allow', methods.join(', '))
  return response
}
