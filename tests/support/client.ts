import type { App } from '../../src/server/http/app'

/** A response in the form that tests check. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The unparsed body. */
  readonly text: string
  readonly bytes: Uint8Array
  /** ReturnCode of the envelope; empty for a file. */
  readonly code: string
  readonly message: string
  /** Parsed OutData without a type, because its shape is what tests check. */
  readonly data: ReturnType<typeof JSON.parse>
  /** OutData.Errors of a refusal. */
  readonly errors: Readonly<Record<string, string>>
}

export interface RequestOptions {
  readonly token?: string
  /** An object is sent as JSON, a string unchanged. */
  readonly body?: unknown
  readonly form?: FormData
  /** Several values are sent as repeated keys. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly ip?: string
}

export type Send = (method: string, path: string, options?: RequestOptions) => Promise<Answer>

/** A signed-in caller, whose token is sent with every request. */
export interface Client {
  readonly token: string
  request: Send
  get(path: string, query?: RequestOptions['query']): Promise<Answer>
  post(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  delete(path: string, body?: unknown): Promise<Answer>
}

/** Returns a function that sends requests to the app; `/api` may be omitted from paths. */
export const sender =
  (app: Pick<App, 'request'>): Send =>
  async (method, path, { token, body, form, query = {}, headers = {}, ip = '127.0.0.1' } = {}) => {
    const response = await app.request(
      addressOf(path, query),
      {
        method,
        headers: {
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: form ?? (body === undefined || typeof body === 'string' ? body : JSON.stringify(body)),
      },
      { ip },
    )
    return read(response)
  }

/** Returns a client that sends this token. */
export const clientOf = (send: Send, token: string): Client => {
  const request: Send = (method, path, options) => send(method, path, { token, ...options })
  return {
    token,
    request,
    get: (path, query) => request('GET', path, { query }),
    post: (path, body) => request('POST', path, { body }),
    put: (path, body) => request('PUT', path, { body }),
    delete: (path, body) => request('DELETE', path, { body }),
  }
}

const addressOf = (path: string, query: NonNullable<RequestOptions['query']>): string => {
  const params = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => [name, String(one)]),
  )
  const search = new URLSearchParams(params).toString()
  return (/^\/(api|healthz|demo)\b/.test(path) ? path : `/api${path}`) + (search ? `?${search}` : '')
}

const read = async (response: Response): Promise<Answer> => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder().decode(bytes)
  const envelope = response.headers.get('Content-Type')?.includes('json') && text ? JSON.parse(text) : {}
  return {
    status: response.status,
    headers: response.headers,
    text,
    bytes,
    code: envelope.ReturnCode ?? '',
    message: envelope.ReturnMsg ?? '',
    data: envelope.OutData,
    errors: envelope.OutData?.Errors ?? {},
  }
}
