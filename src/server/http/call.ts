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
  readonly caller: Caller
}

/** The client of a call. `ip` is the address of the connection, or the one that a trusted proxy reports; never the ClientIP header. */
export interface Caller {
  readonly ip: string
  readonly userAgent: string
  /** The header VCode: ticket of a captcha. */
  readonly verificationCode: string
}

/** The data that the session may see. Every query takes a scope. */
export type Scope = NobodyScope | PayerScope | CompanyScope | BankScope

interface NobodyScope {
  readonly kind: 'nobody'
}

export interface PayerScope {
  readonly kind: 'payer'
  readonly sessionId: string
  /** The payers whose data matched at the sign-in; one person can be a payer of several companies. */
  readonly payers: readonly { readonly ApplyCode: string; readonly PayerId: string }[]
  /** Single bills that matched at the sign-in: by their account number, or as bills of payers without a record. */
  readonly billIds: readonly number[]
  /** Whether the sign-in required two matching facts, such as an id and a mobile number. */
  readonly twoFactors: boolean
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

/** A download with its file name. */
export class FileAnswer {
  constructor(
    readonly name: string,
    readonly type: string,
    readonly bytes: Uint8Array<ArrayBuffer>,
  ) {}
}

/** Returns OutData, or a file. Throws a `Refusal` for a business "no", an `HttpRefusal` for an HTTP status. */
export type Handler = (call: Call) => Promise<unknown | FileAnswer>

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
