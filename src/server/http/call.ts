import type { Endpoint } from '../../contract/endpoints'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Ports } from '../ports'

/** The argument of a handler: parsed input, with session and rights already checked. */
export interface Call {
  readonly endpoint: Endpoint
  readonly ports: Ports
  readonly schemas: SchemaSet
  /** Whether a call has a handler. */
  readonly isServed: (id: string) => boolean
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>
  /** Query parameters; repeated keys keep every value. */
  readonly query: Readonly<Record<string, readonly string[]>>
  /** JSON body; undefined where the endpoint takes none. */
  readonly body: unknown
  /** Multipart body; undefined where the endpoint takes none. */
  readonly form: FormData | undefined
  readonly scope: Scope
  readonly client: Client
}

/** The connection of a request, as the host knows it. */
export interface Connection {
  readonly ip: string
}

/** The line of the log for one request, filled while the request is handled and then written. */
export interface RequestLogEntry {
  /** Identifies the request in all lines of the log; users see it as the reference of an unexpected error. */
  readonly id: string
  /** Name of the call in the contract or of a schema, or of another kind of request. */
  call: string
  event: 'answered' | 'refused' | 'database unavailable' | 'failed'
  /** The user of the session; at a sign-in, the user that was entered. */
  user?: string | undefined
  /** Why the request was refused or failed. */
  reason: Readonly<Record<string, unknown>>
}

/** The data that the routes of the app can read besides the request. */
export interface AppEnv {
  readonly Bindings: { readonly connection: Connection | undefined; readonly logEntry: RequestLogEntry }
}

/** The program that sent the request. `ip` is the address of the connection, or the one that a trusted proxy reports; never the ClientIP header. */
export interface Client {
  readonly ip: string
  readonly userAgent: string
  /** The ticket of a captcha, sent in the header VCode. */
  readonly captchaTicket: string
}

/** The data that the session may see. Every query takes a scope. */
export type Scope = NobodyScope | PayerScope | CompanyScope | BankScope

interface NobodyScope {
  readonly kind: 'nobody'
  /** When the bank's system signed the request; absent for other calls. */
  readonly signedAt?: Date
}

export interface PayerScope {
  readonly kind: 'payer'
  readonly sessionId: string
  /** The payers whose data matched at the sign-in; one person can be a payer of several companies. */
  readonly payers: readonly { readonly ApplyCode: string; readonly PayerId: string }[]
  /** Single bills that matched at the sign-in: the bill with the entered account number, or bills whose payer is not among the company's payers. */
  readonly billIds: readonly number[]
  /** Whether a mobile number matched at the sign-in together with an id or a payer code. */
  readonly hasMobileAndIdentity: boolean
}

interface UserScope {
  readonly sessionId: string
  readonly userId: string
  readonly role: string
  /** Whether the password must be changed before any other call. */
  readonly mustChangeMima?: boolean
}

interface CompanyScope extends UserScope {
  readonly kind: 'company'
  readonly uniformNo: string
  readonly applyCodes: readonly string[]
}

interface BankScope extends UserScope {
  readonly kind: 'bank'
}

/** The bytes of a download: all of them, or in chunks that are read while they are sent. */
export type FileBytes = Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array>

/** A download with its file name. */
export class FileDownload<Bytes extends FileBytes = Uint8Array<ArrayBuffer>> {
  constructor(
    readonly name: string,
    readonly type: string,
    readonly bytes: Bytes,
  ) {}
}

/** Returns OutData, or a file. Throws a `Refusal` if a business rule forbids the call, and an `HttpRefusal` for an HTTP error status. */
export interface Handler {
  (call: Call): Promise<unknown | FileDownload>
  /** Set if the call can run again with another session as long as its first statement has returned no result: it has no effects except through `ports.db`. */
  readonly isRepeatable?: true
}

/** The handlers of one controller, by the part after the dot of the call's name. */
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
