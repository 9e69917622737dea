import type { Kysely } from 'kysely'
import type { ChannelSettings } from '../contract/message-channels'
import type { Certificate } from '../domain/bills/certificate'
import type { Slip } from '../domain/bills/slip'
import type { Tables } from './database/tables'
import type { Message } from './notices/letters'
import type { ReportDocument } from './reports/document'

/** The database, whichever engine: dates come as `YYYY-MM-DD` text, int8 as number, timestamptz as ISO text in UTC with microseconds, bytea as Uint8Array. */
export type Db = Kysely<Tables>

/** Everything that `createApp` needs from its environment; the interfaces do not depend on Node. */
export interface Ports {
  readonly db: Db
  /** The same database for background work in small steps: on an engine with a single connection, requests have priority. */
  readonly backgroundDb: Db
  readonly clock: Clock
  readonly passwords: Passwords
  readonly slips: SlipPrinter
  readonly sheets: Sheets
  readonly jobs: Jobs
  readonly notices: Notices
  readonly certificates: CertificatePrinter
  readonly reports: ReportPrinter
  readonly log: Log
  readonly settings: Settings
}

export type Clock = () => Date

export interface Passwords {
  /** A salted argon2id hash in PHC form. */
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

export interface SlipPrinter {
  /** A PDF with one page for each slip; fonts embedded as subsets, text selectable. Throws a Refusal that names a character the font lacks. */
  print(slips: readonly Slip[]): Promise<Uint8Array>
}

/** Cells of one row as text; the row number counts from 1 as in the file. */
export interface SheetRow {
  readonly rowNo: number
  readonly cells: readonly string[]
}

export interface Sheets {
  /** Rows of an uploaded xlsx, csv or txt, header included. Refuses (3001 to 3004) what is not a readable, bounded file of that kind. */
  read(file: { readonly name: string; readonly bytes: Uint8Array }, limits: { readonly maxRows: number; readonly maxColumns: number }): AsyncIterable<SheetRow>
  /** An xlsx of one sheet. */
  write(sheet: NewSheet): Promise<Uint8Array<ArrayBuffer>>
}

/** A sheet that is to be written. */
export interface NewSheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** Lines above the titles, such as the name of a report and its period. */
  readonly preamble?: readonly string[]
  readonly rows: readonly SheetLine[]
}

export interface SheetColumn {
  readonly title: string
  /** A comment on the title. */
  readonly note?: string
  /** Number format of the cells; `@` stores every entry as text. */
  readonly format?: string
  /** The values that the cells below may have. */
  readonly options?: readonly string[] | undefined
}

interface SheetLine {
  readonly cells: readonly (string | number | null)[]
  /** A subtotal or a total. */
  readonly bold?: boolean
}

/** Background work. A job is a row of the table `job` from the moment it is requested until after its end. */
export interface Jobs {
  /** Enqueues a job in the transaction of its business row, and returns the job's number; a rollback drops it. */
  enqueue(trx: Db, name: string, data: JobData, owner?: JobOwner): Promise<number>
  /** Registers the handler of a job, and the one that ends its business row when the job fails. Effects must be idempotent, because a job whose process died runs again. */
  register(name: string, handler: JobHandler, onFailure?: JobFailureHandler): void
  /** Cancels a job; it stops at its next `progress`. False when it has ended already. */
  cancel(db: Db, id: number): Promise<boolean>
  /** Resolves when no job is due or running; tests wait for it. */
  idle(): Promise<void>
}

export type JobData = Readonly<Record<string, unknown>>

/** Throws to fail: a Refusal ends the job at once, any other error is retried later while tries are left. */
export type JobHandler = (data: JobData, run: JobRun) => Promise<void>

/**
 * Ends the business row of a job that was cancelled or will not be retried, in the transaction that ends the job, so that both are visible together.
 * `reason` is what the last try threw, or an Error that says so where the process died in every try.
 */
export type JobFailureHandler = (trx: Db, data: JobData, reason: unknown) => Promise<void>

/** The user who requested the job; empty for the portal's own. */
export interface JobOwner {
  readonly uniformNo: string
  readonly userId: string
}

/** One try at a job. */
export interface JobRun {
  readonly id: number
  /** Stores the progress of the work, outside any transaction. Throws JobStopped when a user has cancelled the job or another process has taken it over. */
  progress(done: number, total?: number): Promise<void>
  /** Throws JobStopped unless this try still holds the job; until the transaction ends it cannot be taken over or cancelled. */
  confirm(trx: Db): Promise<void>
  /** Ends the job as done in the transaction of its effect, so that it cannot fail or be cancelled afterwards. Throws JobStopped as `confirm` does. */
  end(trx: Db): Promise<void>
}

export interface Notices {
  /** Resolves when the gateway has taken the message, rejects when it has not. */
  send(message: Message): Promise<void>
  /** Sends soon without making the caller wait; a failure is logged. */
  post(message: Message): void
  /** Resolves when all posted messages have been sent or have failed. */
  idle(): Promise<void>
}

export interface CertificatePrinter {
  /** A PDF of one page, made as the slips are. */
  print(certificate: Certificate): Promise<Uint8Array>
}

export interface ReportPrinter {
  /** A PDF of as many pages as the lines need, each with its number, made as the slips are. */
  print(report: ReportDocument): Promise<Uint8Array>
}

/** Structured log lines; never personal data. */
export interface Log {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void
  warn(event: string, facts?: Readonly<Record<string, unknown>>): void
  error(event: string, facts?: Readonly<Record<string, unknown>>): void
}

export interface Settings extends ChannelSettings {
  /** Key of the session tokens, at least 32 bytes. */
  readonly secret: Uint8Array
  readonly demo: boolean
  /** The bank's own code, printed on slips. */
  readonly bankCode: string
  /** Public address of this portal, such as https://pay.bank.example; where it is null, printed documents have no link to it. */
  readonly publicAddress: string | null
  /** Minutes without a call until the server ends a session. */
  readonly sessionIdleMinutes: number
  /** Largest request body in bytes, uploads excluded. */
  readonly maxBodyBytes: number
  readonly maxUploadBytes: number
  /** Serves the API's description at /api/openapi.json and /api/docs. */
  readonly apiDocs: boolean
  /** Addresses where a bill is paid online, with {Account} and {Amount} in place of the bill's; null = not offered. */
  readonly links: { readonly eBill: string | null; readonly bankMobile: string | null }
}
