import type { Kysely } from 'kysely'
import type { ChannelSettings } from '../contract/message-channels'
import type { Certificate } from '../domain/bills/certificate'
import type { Slip } from '../domain/bills/slip'
import type { Receipt } from '../domain/payments/receipt'
import type { Layouts } from '../schema/layouts/layout'
import type { NewSheet, StreamedSheet } from '../schema/sheets/sheet'
import type { Tables } from './database/tables'
import type { Message } from './notices/messages'
import type { BankFileTools } from './payments/files/bank-file'
import type { ReportDocument } from './reports/document'

/** The database, with the same types on both engines: dates as `YYYY-MM-DD` text, int8 as number, timestamptz as ISO text in UTC with microseconds, bytea as Uint8Array. */
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
  /** The layouts of bank files, from `schemas/layouts`. */
  readonly layouts: Layouts
  readonly bankFileTools: BankFileTools
  readonly zip: Zip
  readonly jobs: Jobs
  readonly notices: Notices
  readonly certificates: Printer<Certificate>
  readonly receipts: Printer<Receipt>
  readonly reports: Printer<ReportDocument>
  /** Returns the characters of a text that documents print as 〓, because no font has them. */
  readonly unprintableCharacters: (text: string) => Promise<readonly string[]>
  readonly log: Log
  readonly metrics: Metrics
  readonly settings: Settings
}

/** Returns the current time. */
export type Clock = () => Date

/** Hashes and verifies passwords. */
export interface Passwords {
  /** Returns a salted argon2id hash in PHC format. */
  hash(password: string): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

/** Prints documents of one kind. */
export interface Printer<Content> {
  /** Returns a PDF with embedded fonts and selectable text; a character that no font has is printed as 〓. */
  print(content: Content): Promise<Uint8Array<ArrayBuffer>>
}

/** Cells of one row as text; the row number counts from 1 as in the file. */
export interface SheetRow {
  readonly rowNo: number
  readonly cells: readonly string[]
}

/** Reads and writes spreadsheets. */
export interface Sheets {
  /** Returns the rows of an uploaded xlsx, csv or txt, header included. Throws a refusal (3001 to 3004) if the file cannot be read or exceeds the limits. */
  read(file: { readonly name: string; readonly bytes: Uint8Array }, limits: { readonly maxRows: number; readonly maxColumns: number }): AsyncIterable<SheetRow>
  /** Returns an xlsx with one sheet. */
  write(sheet: NewSheet): Promise<Uint8Array<ArrayBuffer>>
  /** Returns an xlsx with one sheet in chunks; the rows are read while the chunks are taken. */
  stream(sheet: StreamedSheet): AsyncIterable<Uint8Array>
}

/** Writes a zip archive in chunks; each part is taken when the one before has been written. */
export type Zip = (parts: Iterable<ZipPart> | AsyncIterable<ZipPart>) => AsyncIterable<Uint8Array>

/** A file of a zip archive; its content is read while the archive is written. */
export interface ZipPart {
  readonly name: string
  readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** Runs background work. A job is a row of the table `job` from its request until its retention ends. */
export interface Jobs {
  /** Enqueues a job in the transaction of its business row, and returns the job's number; a rollback deletes it. */
  enqueue(trx: Db, name: string, data: JobData, owner?: JobOwner): Promise<number>
  /** Registers the handler of a job. Effects must be idempotent, because a job whose process died runs again. */
  register(name: string, handler: JobHandler, rules?: JobRules): void
  /** Cancels a job, which stops at its next `progress`; returns false if it has already ended. */
  cancel(db: Db, id: number): Promise<boolean>
  /** Resolves when no job is due or running; tests wait for it. */
  idle(): Promise<void>
}

/** The data of a job, stored as JSON. */
export type JobData = Readonly<Record<string, unknown>>

/** Runs a job once. A Refusal that it throws ends the job; after any other error the job is retried while attempts are left. */
export type JobHandler = (data: JobData, run: JobRun) => Promise<void>

/** What happens when a job fails. */
export interface JobRules {
  readonly onFailure?: JobFailureHandler
  /** Minutes until each retry; after the last one, the job fails. Default: a few retries within two minutes. */
  readonly retryMinutes?: readonly number[]
}

/**
 * Ends the business row of a job that was cancelled or will not be retried, in the transaction that ends the job, so that both are visible together.
 * `reason` is the error of the last attempt; if the process ended during that attempt, an Error that says so.
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

/** Sends e-mails and text messages. */
export interface Notices {
  /** Sends the message once, in the background, and stores nothing in the database; a failure is logged. For secrets that a person is waiting for. */
  post(message: Message): void
  /** Sends the message; rejects if the mail server or the gateway does not accept it. For jobs, which retry. */
  send(message: Message): Promise<void>
  /** Resolves when all posted messages have been sent or have failed. */
  idle(): Promise<void>
}

/** Writes structured log lines, which must not contain personal data. */
export interface Log {
  info(event: string, details?: Readonly<Record<string, unknown>>): void
  warn(event: string, details?: Readonly<Record<string, unknown>>): void
  error(event: string, details?: Readonly<Record<string, unknown>>): void
}

/** Records what the operations port reports: requests, and bank files that were refused in the folder. */
export interface Metrics {
  recordRequest(request: { readonly call: string; readonly status: number; readonly seconds: number }): void
  recordRefusedBankFile(): void
}

/** Records nothing, for processes without an operations port. */
export const noMetrics: Metrics = { recordRequest: () => {}, recordRefusedBankFile: () => {} }

/** The settings that do not depend on the host. */
export interface Settings extends ChannelSettings {
  /** Key of the session tokens, at least 32 bytes. */
  readonly secret: Uint8Array
  /** Keys of the check codes on certificates, at least 32 bytes each. New codes are created with the first key; a code is valid if it matches any of them. */
  readonly certificateSecrets: readonly [Uint8Array, ...Uint8Array[]]
  /** Keys with which the bank's system signs its calls, at least 32 bytes each; the portal accepts each of them. If there are none, it serves no such calls. */
  readonly bankCreditSecrets: readonly Uint8Array<ArrayBuffer>[]
  readonly demo: boolean
  /** The bank's own code, printed on slips. */
  readonly bankCode: string
  /** Public address of this portal, such as https://pay.bank.example; if null, printed documents have no link to it. */
  readonly publicAddress: string | null
  /** Minutes without a call until the server ends a session. */
  readonly sessionIdleMinutes: number
  /** Limits for companies whose payers sign in with a number alone. They count the different numbers that one address tries in an hour: after `beforeMoreWork` of them, the proof of work of a captcha is harder; after `perHour`, further ones are refused. */
  readonly payerNumbers: { readonly beforeMoreWork: number; readonly perHour: number }
  /** Largest request body in bytes, uploads excluded. */
  readonly maxBodyBytes: number
  readonly maxUploadBytes: number
  /** Serves the API's description at /api/openapi.json and /api/docs. */
  readonly apiDocs: boolean
  /** Address templates for paying a bill online, with the placeholders {Account} and {Amount}; null = not offered. */
  readonly links: { readonly eBill: string | null; readonly bankMobile: string | null }
}
