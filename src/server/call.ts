import type { Endpoint } from '../contract/endpoints'
import type { Capabilities } from '../contract/extensions'
import type { SchemaSet } from '../schema/load/schema-set'
import type { Ports } from './ports'
import type { CreationRequest, RecordModules } from './record-context'
import type { Scope } from './scope'

/** The argument of a handler: the parsed input of a request whose session and rights have been checked. */
export interface Call {
  readonly endpoint: Endpoint
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly modules: RecordModules
  /** The response of GetCapabilities. */
  readonly capabilities: Capabilities
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** Query parameters, each with all its values. */
  readonly query: Readonly<Record<string, readonly string[]>>
  /** JSON body; undefined if the endpoint has none. */
  readonly body: unknown
  /** Multipart body; undefined if the endpoint has none. */
  readonly form: FormData | undefined
  readonly scope: Scope
  readonly client: Client
  /** Set if the input contained a RequestId, which `body` and `form` no longer contain. */
  readonly creation?: CreationRequest | undefined
}

/** The connection of a request, as the host knows it. */
export interface Connection {
  readonly ip: string
}

/** The data of the log line of one request. They are collected while the request is handled. */
export interface RequestLogEntry {
  /** Identifies the request in all lines of the log; users see it as the reference of an unexpected error. */
  readonly id: string
  /** Name of a call, such as `Bills.list`, or of another kind of request, such as `health`. */
  call: string
  event: 'answered' | 'refused' | 'database unavailable' | 'failed'
  /** The user of the session; at a sign-in, the user that was entered. */
  user?: string | undefined
  /** Why the request was refused or failed. */
  reason: Readonly<Record<string, unknown>>
}

/** The data that a route of the app can read in addition to the request. */
export interface AppEnv {
  readonly Bindings: { readonly connection: Connection | undefined; readonly logEntry: RequestLogEntry }
}

/**
 * The program that sent the request.
 * `ip` is the address of the connection, or the address that a trusted proxy reports.
 * It never comes from the ClientIP header.
 */
export interface Client {
  readonly ip: string
  readonly userAgent: string
  /** The ticket of a captcha, sent in the header VCode. */
  readonly captchaTicket: string
}

/** The content of a download: all bytes, or chunks that are read while they are sent. */
export type FileBytes = Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array>

/** A download with its file name. */
export class FileDownload<Bytes extends FileBytes = Uint8Array<ArrayBuffer>> {
  constructor(
    readonly name: string,
    readonly type: string,
    readonly bytes: Bytes,
  ) {}
}

/**
 * Handles a call: returns OutData or a file.
 * Throws a `Refusal` if a business rule forbids the call, and an `HttpRefusal` for an HTTP error status.
 */
export type Handler = (call: Call) => Promise<unknown | FileDownload>

/** The handlers of one controller, by the part of the call's name after the dot. */
export type Controller = Readonly<Record<string, Handler>>

/** A refusal with an HTTP status. */
export class HttpRefusal extends Error {
  override readonly name = 'HttpRefusal'

  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 501,
    message: string,
    /** Seconds, for Retry-After. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}
