import queryString from 'query-string'
import { apiBase, type Endpoint, type EndpointId, endpoints } from '../../contract/endpoints'
import { type ExtensionId, extensions } from '../../contract/extensions'
import { headerNames } from '../../contract/headers'
import type { QueryParams } from '../../contract/list-query'
import { readAnswer } from '../answers/read-answer'
import { valuesOf } from '../answers/values'
import { companySession, sessionToken, sessionUniformNo } from '../session/session'
import { captchaTicket, otpData } from '../session/verification'
import { beginOverlay } from '../storage/system-store'
import { ApiError, isAborted } from './api-error'
import { siteConfig } from './config'
import { showHttpError, showTransportFailure, transportFailure } from './failures'
import { type FetchedFile, readData, readFile } from './response'
import { saveFile } from './save-file'

/** Time limit of a call in milliseconds; section 9 of the specification requires three minutes. */
export const requestTimeout = 180_000

/** The input of a call, and how the page shows its progress and its failures. */
export interface CallOptions extends CallInput {
  readonly signal?: AbortSignal
  /** Whether an overlay covers the page during the call. Default: true unless the call is a GET that returns data. */
  readonly overlay?: boolean
  /** Suppresses the dialogs about failures, for calls in the background. */
  readonly quiet?: boolean
}

/**
 * The id of a call of the contract, or the endpoint of a call that a schema file declares.
 * The extensions belong to the reference backend; other backends may lack them.
 */
type CallTarget = EndpointId | ExtensionId | Endpoint

/**
 * Makes a call and returns its OutData, with what a backend may lack filled in; throws an ApiError if it fails, or an
 * AbortError if it is cancelled.
 * `T` is the type of OutData in the contract.
 */
export const call = <T>(target: CallTarget, options: CallOptions = {}): Promise<T> =>
  sendCall(target, options, async (response) => {
    const outData = await readData<unknown>(response)
    return readAnswer(idOf(target), outData, knownValues(options)) as T
  })

/** Fetches a file; throws the same errors as `call`. */
export const fetchFile = (target: CallTarget, options: CallOptions = {}): Promise<FetchedFile> =>
  sendCall(target, options, readFile)

/** Downloads a file under the name that the server gave it. */
export const download = async (target: CallTarget, options: CallOptions = {}): Promise<void> =>
  saveFile(await fetchFile(target, options))

const endpointsById: Readonly<Record<EndpointId | ExtensionId, Endpoint>> = { ...endpoints, ...extensions }

const idsByEndpoint = new Map(Object.entries(endpointsById).map(([id, endpoint]) => [endpoint, id]))

/** Returns the id of a call; empty for a call that only a schema file declares. */
const idOf = (target: CallTarget): string => (typeof target === 'string' ? target : (idsByEndpoint.get(target) ?? ''))

/** Returns what the browser knows before the answer: the user, the step of a flow, and the body of the call. */
const knownValues = ({ query, body }: CallOptions) => ({
  ...companySession()?.data,
  ...otpData(),
  ...query,
  ...valuesOf(body),
})

const sendCall = async <T>(
  target: CallTarget,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> => {
  const endpoint = typeof target === 'string' ? endpointsById[target] : target
  const timeLimit = startTimeLimit(options.signal)
  // With `keepalive` a quiet call, such as the logout, completes even if the page is closed.
  const request = makeRequest(endpoint, options, { signal: timeLimit.signal, keepalive: options.quiet === true })
  const endOverlay = hasOverlay(endpoint, options) ? beginOverlay() : undefined
  try {
    if (endpoint.method === 'GET') await nextTask()
    return await read(await fetch(request))
  } catch (error) {
    throw reportFailure(endpoint, options, isFromEndedSession(request, error) ? sessionEndedError() : error)
  } finally {
    timeLimit.stop()
    endOverlay?.()
  }
}

/**
 * Resolves in a task of its own.
 * A page that reads several things at once would otherwise start all calls in one task, before the browser can respond.
 */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/**
 * Starts the time limit of a call.
 * Returns a signal that aborts when the time is over or the caller cancels, and the function that stops the timer.
 */
const startTimeLimit = (callerSignal: AbortSignal | undefined) => {
  const timeout = new AbortController()
  const timer = setTimeout(
    () => timeout.abort(new DOMException('No response in time.', 'TimeoutError')),
    requestTimeout,
  )
  return {
    signal: callerSignal ? AbortSignal.any([callerSignal, timeout.signal]) : timeout.signal,
    stop: () => clearTimeout(timer),
  }
}

const hasOverlay = (endpoint: Endpoint, { overlay }: CallOptions) =>
  overlay ?? (endpoint.method !== 'GET' || endpoint.response === 'file')

// If the user has signed out or in again since the call was sent, its 401 is for the previous session and must not end
// the current one.
const isFromEndedSession = (request: Request, error: unknown) =>
  error instanceof ApiError && error.status === 401 && !isFromCurrentSession(request)

// No message is shown for an AbortError.
const sessionEndedError = () => new DOMException('The session of this call has ended.', 'AbortError')

/** Shows the dialog for a failure, if there is one, and returns the error to throw. */
const reportFailure = (endpoint: Endpoint, options: CallOptions, error: unknown) => {
  if (isAborted(error) || options.signal?.aborted) return error
  const apiError = error instanceof ApiError ? error : transportFailure(error)
  if (!options.quiet && apiError.status === 0) showTransportFailure(endpoint)
  else if (!options.quiet && apiError.hasDialog)
    showHttpError({ endpoint, address: addressOf(endpoint, options.params) }, apiError)
  return apiError
}

/** The input of a call. */
interface CallInput {
  /** Path parameters by name. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Null and empty values are omitted; an array becomes a repeated key. */
  readonly query?: QueryParams
  /** Sent as JSON. */
  readonly body?: unknown
  readonly form?: FormData
}

/** Returns the URL of a call. The URL has no query, because dialogs show it and a query may contain personal data. */
const addressOf = (endpoint: Endpoint, params: CallInput['params'] = {}): string =>
  `${siteConfig().baseAddress}${apiBase}${endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(pathParam(endpoint, params, name)))}`

/** Returns the request of a call with the current headers. */
const makeRequest = (endpoint: Endpoint, { params, query, body, form }: CallInput, init: RequestInit): Request => {
  const address = addressOf(endpoint, params)
  const search = queryText(query ?? {})
  const headers = commonHeaders()
  if (endpoint.body === 'json') headers.set('Content-Type', 'application/json')
  return new Request(new URL(search ? `${address}?${search}` : address, window.location.href), {
    ...init,
    method: endpoint.method,
    headers,
    body: endpoint.body === 'json' ? JSON.stringify(body ?? {}) : (form ?? null),
  })
}

/** Returns whether the request has the token of the current session. */
const isFromCurrentSession = (request: Request): boolean =>
  request.headers.get(headerNames.authorization) === bearerToken()

/**
 * Returns the query string.
 * Empty values are omitted and an array becomes a repeated key, as section 5 of the specification requires.
 */
const queryText = (query: QueryParams): string =>
  queryString.stringify(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, withoutBlanks(value)])),
    { skipNull: true, sort: false },
  )

const commonHeaders = () => {
  const { source, clientIP, serviceType } = siteConfig()
  const headers = new Headers({
    [headerNames.source]: source,
    [headerNames.clientIP]: clientIP,
    [headerNames.serviceType]: serviceType,
  })
  const optionalHeaders = {
    [headerNames.verificationCode]: captchaTicket(),
    [headerNames.authorization]: bearerToken(),
    [headerNames.uniformNo]: sessionUniformNo() ?? otpData()?.UniformNo,
  }
  for (const [name, value] of Object.entries(optionalHeaders)) if (value) headers.set(name, value)
  return headers
}

const bearerToken = () => {
  const token = sessionToken()
  return token && `Bearer ${token}`
}

const pathParam = (endpoint: Endpoint, params: Readonly<Record<string, string | number>>, name: string) => {
  const value = params[name]
  if (value === undefined || value === '')
    throw new Error(`${endpoint.method} ${endpoint.path} was called without '${name}'.`)
  return String(value)
}

const isBlank = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

const withoutBlanks = (value: QueryParams[string]) => {
  if (isList(value)) return value.filter((item) => !isBlank(item))
  return isBlank(value) ? null : value
}

const isList = (value: QueryParams[string]): value is readonly (string | number | boolean)[] => Array.isArray(value)
