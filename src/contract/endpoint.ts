import type { Right } from '../domain/access/roles'

/**
 * The session that a call requires: none, a payer's, or a company's.
 * Bank users have company sessions.
 * `bankSystem` means that no session exists and the bank's system signs each request.
 */
export type SessionKind = 'none' | 'payer' | 'company' | 'bankSystem'

/** One call of the contract. `path` is relative to the base path of the API; a parameter in it begins with a colon. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly session: SessionKind
  /** Format of the request body; absent = the server reads no body. */
  readonly body?: 'json' | 'multipart'
  /**
   * `data`: the response is an envelope with OutData.
   * `list`: the OutData is a page of a list.
   * `file`: the response is the bytes of a file.
   */
  readonly response: 'data' | 'list' | 'file'
  /** Admin page on which the company user needs `right`; absent = every signed-in company user may make the call. */
  readonly page?: string
  readonly right?: Right
  /**
   * The call takes back a recorded payment.
   * Like calls with the right Approve, it needs a user whose account has not changed for a day.
   */
  readonly takesPaymentBack?: true
  /** The browser makes this call on a timer, so the call does not count as activity of the user. */
  readonly polled?: true
  /**
   * The call stores nothing that a user could look up, although its method is not GET: a preview, a check, or a step of
   * a sign-in.
   * If its response is lost, nobody needs to find out what became of it.
   */
  readonly storesNothing?: true
}

/** The properties of a call that its declaration names in addition to the path. */
type EndpointOptions = Omit<Endpoint, 'method' | 'path' | 'response'> & { response?: Endpoint['response'] }

/** Returns a function that declares calls with this HTTP method and these defaults. */
const declarationOf =
  (method: Endpoint['method'], defaults: Partial<Endpoint> = {}) =>
  (path: string, options: EndpointOptions): Endpoint => ({ response: 'data', ...defaults, method, path, ...options })

/** Declares a call that reads data. */
export const get = declarationOf('GET')
/** Declares a call that returns a page of a list. */
export const list = declarationOf('GET', { response: 'list' })
/** Declares a call that downloads a file. */
export const file = declarationOf('GET', { response: 'file' })
/** Declares a call that creates a record or performs an action. */
export const post = declarationOf('POST', { body: 'json' })
/**
 * Declares a call that performs an action and reads no body.
 * A request may still have one: mail programs send a form to unsubscribe a user (RFC 8058).
 */
export const postWithoutBody = declarationOf('POST')
/** Declares a call that receives a file. */
export const upload = declarationOf('POST', { body: 'multipart' })
/** Declares a call that changes a record. */
export const put = declarationOf('PUT', { body: 'json' })
/** Declares a call that deletes records. */
export const remove = declarationOf('DELETE')

/** Options of calls that need no sign-in. */
export const noSession: EndpointOptions = { session: 'none' }
/** Options of the calls with which a user signs in. */
export const signIn: EndpointOptions = { session: 'none', storesNothing: true }
/** Options of calls for payers. */
export const payer: EndpointOptions = { session: 'payer' }
/** Options of calls for every company or bank user. */
export const company: EndpointOptions = { session: 'company' }
/** Options of calls that the bank's system signs. */
export const bankSystem: EndpointOptions = { session: 'bankSystem' }
/** Returns the options of calls for company and bank users who have this right on this page. */
export const allow = (page: string, right: Right): EndpointOptions => ({ session: 'company', page, right })
