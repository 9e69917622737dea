import type { Right } from '../domain/access/roles'

/** The required session: none, a payer's, or a company's (bank users included). */
export type SessionKind = 'none' | 'payer' | 'company'

/** One call of the contract. `path` is relative to the base path of the API and names its parameters with a colon. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly session: SessionKind
  /** Format of the request body; absent = path and query only. */
  readonly body?: 'json' | 'multipart'
  /** `data` and `list` return OutData in the envelope, `file` returns bytes. */
  readonly answer: 'data' | 'list' | 'file'
  /** Admin page whose right the company user needs; absent = every signed-in company user. */
  readonly page?: string
  readonly right?: Right
  /** The browser makes this call on a timer; it does not count as use of the session. */
  readonly polled?: true
}

type Options = Omit<Endpoint, 'method' | 'path' | 'answer'> & { answer?: Endpoint['answer'] }

const call =
  (method: Endpoint['method'], defaults: Partial<Endpoint> = {}) =>
  (path: string, options: Options): Endpoint => ({ answer: 'data', ...defaults, method, path, ...options })

/** A call that reads. */
export const get = call('GET')
/** A call that returns a page of a list. */
export const list = call('GET', { answer: 'list' })
/** A call that downloads. */
export const file = call('GET', { answer: 'file' })
/** A call that performs an action. */
export const post = call('POST', { body: 'json' })
/** A call that receives a file. */
export const upload = call('POST', { body: 'multipart' })
/** A call that changes a record. */
export const put = call('PUT', { body: 'json' })
/** A call that deletes a record. */
export const remove = call('DELETE')

/** For everybody, signed in or not. */
export const open: Options = { session: 'none' }
/** For signed-in payers. */
export const payer: Options = { session: 'payer' }
/** For every signed-in company or bank user. */
export const company: Options = { session: 'company' }
/** For company and bank users with this right on this page. */
export const allow = (page: string, right: Right): Options => ({ session: 'company', page, right })
