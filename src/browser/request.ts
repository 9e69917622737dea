import queryString from 'query-string'
import { apiBase, type Endpoint } from '../contract/endpoints'
import { headerNames } from '../contract/headers'
import type { QueryParams } from '../contract/list-query'
import { siteConfig } from './config'
import { companySession, sessionToken } from './session'
import { otpData, verificationCode } from './verification'

/** What a call sends. */
export interface CallInput {
  /** Path parameters by name. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Null and blank values are dropped, arrays become repeated keys. */
  readonly query?: QueryParams
  /** JSON; sent as it is, blanks included. */
  readonly body?: unknown
  readonly form?: FormData
}

/** Address of a call without its query: what may be shown to the user and logged. */
export const addressOf = (endpoint: Endpoint, params: CallInput['params'] = {}): string =>
  `${siteConfig().baseAddress}${apiBase}${endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(pathParam(endpoint, params, name)))}`

/** Makes the request of a call, headers of the moment included. */
export const makeRequest = (endpoint: Endpoint, { params, query, body, form }: CallInput, init: RequestInit): Request => {
  const address = addressOf(endpoint, params)
  const search = toQuery(query ?? {})
  const headers = commonHeaders()
  if (endpoint.body === 'json') headers.set('Content-Type', 'application/json')
  return new Request(new URL(search ? `${address}?${search}` : address, window.location.href), {
    ...init,
    method: endpoint.method,
    headers,
    body: endpoint.body === 'json' ? JSON.stringify(body ?? {}) : (form ?? null),
  })
}

/** Whether the browser still holds the session, or none, with which the request was made. */
export const isOfThisSession = (request: Request): boolean => request.headers.get(headerNames.authorization) === bearer()

/** Query string without blanks; arrays as repeated keys (specification, section 5). */
export const toQuery = (query: QueryParams): string =>
  queryString.stringify(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, withoutBlanks(value)])), { skipNull: true, sort: false })

const commonHeaders = () => {
  const { source, clientIP, serviceType } = siteConfig()
  const headers = new Headers({ [headerNames.source]: source, [headerNames.clientIP]: clientIP, [headerNames.serviceType]: serviceType })
  const available = {
    [headerNames.verificationCode]: verificationCode(),
    [headerNames.authorization]: bearer(),
    [headerNames.uniformNo]: companySession()?.data.UniformNo ?? otpData()?.UniformNo,
  }
  for (const [name, value] of Object.entries(available)) if (value) headers.set(name, value)
  return headers
}

const bearer = () => {
  const token = sessionToken()
  return token && `Bearer ${token}`
}

const pathParam = (endpoint: Endpoint, params: Readonly<Record<string, string | number>>, name: string) => {
  const value = params[name]
  if (value === undefined || value === '') throw new Error(`${endpoint.method} ${endpoint.path} was called without '${name}'.`)
  return String(value)
}

const isBlank = (value: unknown) => value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

const withoutBlanks = (value: QueryParams[string]) => {
  if (isList(value)) return value.filter((one) => !isBlank(one))
  return isBlank(value) ? null : value
}

const isList = (value: QueryParams[string]): value is readonly (string | number | boolean)[] => Array.isArray(value)
