import type { Right } from '../domain/access/roles'

/** The required session: none, a payer's, or a company's (bank users included). Calls of the bank's system have no session: each request carries a signature. */
export type SessionKind = 'none' | 'payer' | 'company' | 'bankSystem'

/** One call of the contract. `path` is relative to the base path of the API and names its parameters with a colon. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly session: SessionKind
  /** Format of the request body; absent = path and query only. */
  readonly body?: 'json' | 'multipart'
  /** `data` and `list` return OutData in the envelope, `file` returns bytes. */
  readonly response: 'data' | 'list' | 'file'
  /** Admin page whose right the company user needs; absent = every signed-in company user. */
  readonly page?: string
  readonly right?: Right
  /** The browser makes this call on a timer; it does not count as use of the session. */
  readonly polled?: true
}

/** What the declaration of a call adds to its method and path. */
type EndpointOptions = Omit<Endpoint, 'method' | 'path' | 'response'> & { response?: Endpoint['response'] }

/** Returns the function that declares the calls of a method. */
const declare =
  (method: Endpoint['method'], defaults: Partial<Endpoint> = {}) =>
  (path: string, options: EndpointOptions): Endpoint => ({ response: 'data', ...defaults, method, path, ...options })

/** Declares a call that reads data. */
export const get = declare('GET')
/** Declares a call that returns a page of a list. */
export const list = declare('GET', { response: 'list' })
/** Declares a call that downloads a file. */
export const file = declare('GET', { response: 'file' })
/** Declares a call that performs an action. */
export const post = declare('POST', { body: 'json' })
/** Declares a call that performs an action and ignores a body, so that mail programs may send one of any type. */
export const act = declare('POST')
/** Declares a call that receives a file. */
export const upload = declare('POST', { body: 'multipart' })
/** Declares a call that changes a record. */
export const put = declare('PUT', { body: 'json' })
/** Declares a call that deletes a record. */
export const remove = declare('DELETE')

/** The session of calls that need no sign-in. */
export const noSession: EndpointOptions = { session: 'none' }
/** The session of calls for payers. */
export const payer: EndpointOptions = { session: 'payer' }
/** The session of calls for every company or bank user. */
export const company: EndpointOptions = { session: 'company' }
/** The session of calls that the bank's system signs. */
export const bankSystem: EndpointOptions = { session: 'bankSystem' }
/** Returns the session, page and right of calls for company and bank users with this right on this page. */
export const allow = (page: string, right: Right): EndpointOptions => ({ session: 'company', page, right })
