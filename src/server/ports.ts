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
  readonly slips: Printer<readonly Slip[]>
  readonly sheets: Sheets
  readonly jobs: Jobs
  readonly notices: Notices
  readonly certificates: Printer<Certificate>
  readonly reports: Printer<ReportDocument>
  readonly log: Log
  readonly settings: Settings
}

export type Clock = () => Date

export interface Passwords {
  /** Returns a salted argon2id hash in PHC format. */
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

export interface Printer<Content> {
  /** Returns a PDF with embedded fonts and selectable text. Throws a Refusal that names a character the font lacks. */
  print(content: Content): Promise<Uint8Array<ArrayBuffer>>
}

/** Cells of one row as text; the row number counts from 1 as in the file. */
export interface SheetRow {
  readonly rowNo: number
  readonly cells: readonly string[]
}

export interface Sheets {
  /** Returns the rows of an uploaded xlsx, csv or txt, header included. Refuses (3001 to 3004) a file that cannot be read or exceeds the limits. */
  read(file: { readonly name: string; readonly bytes: Uint8Array }, limits: { readonly maxRows: number; readonly maxColumns: number }): AsyncIterable<SheetRow>
  /** Returns an xlsx with one sheet. */
  write(sheet: NewSheet): Promise<Uint8Array<ArrayBuffer>>
}

/** A sheet to be written. */
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
  /** The values that the cells of the column may have. */
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

/** Runs a job once. A Refusal that it throws ends the job; after any other error the job is retried while tries are left. */
export type JobHandler = (data: JobData, run: JobRun) => Promise<void>

/**
 * Ends the business row of a job that was cancelled or will not be retried, in the transaction that ends the job, so that both are visible together.
 * `reason` is what the last try threw, or an Error that says so where the process died in every try.
 */
export type JobFailureHandler = (trx: Db, data: JobData, reason: unknown) => Promise<void>

/** The user who requested the job; empty for the portal's own jobs. */
export interface JobOwner {
  readonly uniformNo: string
  readonly userId: string
}

/** One run of a job. */
export interface JobRun {
  readonly id: number
  /** Stores the progress of the work, outside any transaction. Throws JobStopped when a user has cancelled the job or another process has taken it over. */
  progress(done: number, total?: number): Promise<void>
  /** Throws JobStopped unless this run still holds the job; until the transaction ends, the job cannot be taken over or cancelled. */
  confirm(trx: Db): Promise<void>
  /** Ends the job as done in the transaction of its effect, so that it cannot fail or be cancelled afterwards. Throws JobStopped as `confirm` does. */
  end(trx: Db): Promise<void>
}

export interface Notices {
  /** Sends the message in the background; a failure is logged. */
  post(message: Message): void
  /** Resolves when all posted messages have been sent or have failed. */
  idle(): Promise<void>
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
  /** Different numbers an hour that an address may sign in payers with if a number alone is enough: `beforePicture` of them with any captcha, `perHour` in all. */
  readonly payerNumbers: { readonly beforePicture: number; readonly perHour: number }
  /** Largest request body in bytes, uploads excluded. */
  readonly maxBodyBytes: number
  readonly maxUploadBytes: number
  /** Serves the API's description at /api/openapi.json and /api/docs. */
  readonly apiDocs: boolean
  /** Address templates for paying a bill online, with the placeholders {Account} and {Amount}; null = not offered. */
  readonly links: { readonly eBill: string | null; readonly bankMobile: string | null }
}
