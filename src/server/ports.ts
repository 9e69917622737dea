import type { Kysely } from 'kysely'
import type { ChannelSettings } from '../contract/channel-settings'
import type { Certificate } from '../domain/bills/certificate'
import type { Slip } from '../domain/bills/slip'
import type { FeeReceipt } from '../domain/payments/fee-receipt'
import type { Receipt } from '../domain/payments/receipt'
import type { StoredAs } from '../schema/field-types/field-type'
import type { Layouts } from '../schema/layouts/layout'
import type { NewSheet, StreamedSheet } from '../schema/sheets/sheet'
import type { Tables } from './database/tables'
import type { Message } from './notices/messages'
import type { BankFileTools } from './payments/files/bank-file'
import type { PrintLine, ReportHead } from './reports/document'

/**
 * The database, with the same types on both engines: dates as `YYYY-MM-DD` text, int8 as number, timestamptz as ISO
 * text in UTC with microseconds, bytea as Uint8Array.
 */
export type Db = Kysely<Tables>

/** Everything that `createApp` needs from its environment; the interfaces do not depend on Node. */
export interface Ports {
  readonly db: Db
  /**
   * The same database for background work in small steps.
   * On the embedded engine, which has a single connection, requests have priority over these steps.
   */
  readonly backgroundDb: Db
  readonly clock: Clock
  readonly passwords: Passwords
  readonly slips: Printer<readonly Slip[]>
  readonly sheets: Sheets
  /** The layouts of bank files, from `schemas/layouts`. */
  readonly layouts: Layouts
  /** The Big5 encoding and SHA-256, for bank files. */
  readonly bankFileTools: BankFileTools
  readonly zip: Zip
  readonly jobs: Jobs
  readonly notices: Notices
  readonly push: Push
  readonly certificates: Printer<Certificate>
  readonly receipts: Printer<Receipt>
  readonly feeReceipts: Printer<readonly FeeReceipt[]>
  readonly reports: ReportPrinter
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

/** Prints reports. */
export interface ReportPrinter {
  /**
   * Returns a PDF as a stream of chunks.
   * The lines are read while it is printed; the first ones determine the widths of the columns.
   */
  print(
    head: ReportHead,
    first: readonly PrintLine[],
    more: AsyncIterable<readonly PrintLine[]>,
  ): AsyncIterable<Uint8Array>
}

/** One row of a spreadsheet with its cells as text. The row number counts from 1, as in the spreadsheet. */
export interface SheetRow {
  readonly rowNo: number
  readonly cells: readonly string[]
  /** How cells of a workbook are stored that are not plain texts, by their position. */
  readonly storedAs?: Readonly<Record<number, StoredAs>>
}

/** Reads and writes spreadsheets. */
export interface Sheets {
  /**
   * Returns the rows of an uploaded xlsx, csv or txt, header included, without hidden rows and columns.
   * Throws a refusal (3001 to 3004) if the file cannot be read or exceeds the limits.
   * With `asksAboutHidden`, throws a refusal with the question `ConfirmHidden` if the sheet has hidden rows with
   * content or hidden columns with a title, or if another visible sheet has content.
   */
  read(
    file: { readonly name: string; readonly bytes: Uint8Array },
    limits: { readonly maxRows: number; readonly maxColumns: number; readonly asksAboutHidden?: boolean },
  ): AsyncIterable<SheetRow>
  /** Returns an xlsx with one sheet. */
  write(sheet: NewSheet): Promise<Uint8Array<ArrayBuffer>>
  /** Returns an xlsx with one sheet as a stream of chunks. The rows are read while the stream is consumed. */
  stream(sheet: StreamedSheet): AsyncIterable<Uint8Array>
}

/**
 * Returns a zip archive as a stream of chunks.
 * Each part is requested only after the previous part has been written.
 */
export type Zip = (parts: Iterable<ZipPart> | AsyncIterable<ZipPart>) => AsyncIterable<Uint8Array>

/** A file of a zip archive. Its content is read while the archive is written. */
export interface ZipPart {
  readonly name: string
  readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** Runs background work. Each job is a row of the table `job`, which is deleted when its retention period ends. */
export interface Jobs {
  /**
   * Enqueues a job in the transaction that writes its business row, and returns the job's number.
   * A rollback deletes the job.
   */
  enqueue(trx: Db, name: string, data: JobData, owner?: JobOwner): Promise<number>
  /** Registers the handler of a job. Effects must be idempotent, because a job whose process died runs again. */
  register(name: string, handler: JobHandler, rules?: JobRules): void
  /**
   * Cancels a job.
   * A running job stops when it next calls a function of its {@link JobRun}.
   * Returns false if the job has already ended.
   */
  cancel(db: Db, id: number): Promise<boolean>
  /** Enqueues the scheduled jobs and runs jobs until none is due or running; for tests and measurements. */
  runUntilIdle(): Promise<void>
}

/** The data of a job, stored as JSON. */
export type JobData = Readonly<Record<string, unknown>>

/**
 * Runs one attempt of a job.
 * A Refusal ends the job as failed; after any other error the job is retried while attempts are left.
 */
export type JobHandler = (data: JobData, run: JobRun) => Promise<void>

/** The retries of a job, and the handler that runs when the job fails. */
export interface JobRules {
  readonly onFailure?: JobFailureHandler
  /** Minutes until each retry. If the last retry fails, the job fails. Default: a few retries within two minutes. */
  readonly retryMinutes?: readonly number[]
  /**
   * The maximum number of lanes that run at the same time in a process; more lanes take turns.
   * The lane of a job is the property `lane` of its data: in a process, jobs of a lane run one after the other.
   */
  readonly maxLanes?: number
}

/**
 * Writes the final state of the business row when its job was cancelled or will not be retried.
 * Runs in the transaction that ends the job, so that both changes become visible together.
 * `reason` is the error of the last attempt.
 * If the process died during that attempt, `reason` is an Error that says so.
 */
export type JobFailureHandler = (trx: Db, data: JobData, reason: unknown) => Promise<void>

/** The user who requested a job. Both values are empty for jobs of the portal itself. */
export interface JobOwner {
  readonly uniformNo: string
  readonly userId: string
}

/** One attempt of a job. */
export interface JobRun {
  readonly id: number
  /**
   * Stores the progress of the job, outside any transaction.
   * Throws JobCancelled if a user has cancelled the job, and JobLost if this attempt no longer holds the job.
   */
  progress(done: number, total?: number): Promise<void>
  /**
   * Locks the row of the job, so that nobody can cancel the job or take it over before the transaction ends.
   * Throws JobCancelled if a user has cancelled the job, and JobLost if this attempt no longer holds the job.
   */
  confirm(trx: Db): Promise<void>
  /**
   * Ends the job as done, in the transaction that writes its result, so that the job cannot fail or be cancelled
   * afterwards.
   * Throws JobCancelled or JobLost as `confirm` does.
   */
  end(trx: Db): Promise<void>
}

/** Sends e-mails and text messages. */
export interface Notices {
  /**
   * Sends the message once, in the background, without storing it in the database; a failure is logged.
   * For passwords and codes that a user waits for.
   */
  post(message: Message): void
  /** Sends the message; rejects if the mail server or the gateway does not accept it. For jobs, which are retried. */
  send(message: Message): Promise<void>
  /** Resolves when all posted messages have been sent or have failed. */
  waitUntilIdle(): Promise<void>
}

/** Sends a request to a system of a company, whose address may be wrong or hostile. */
export interface Push {
  /**
   * Sends a POST request with this body and returns the response.
   * Throws {@link PushFailed} if the address is not permitted, or if there is no complete response in time.
   */
  post(request: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: Uint8Array<ArrayBuffer>
  }): Promise<PushResponse>
}

/** The response to a push: its status, and at most the first 64 kB of its body. */
export interface PushResponse {
  readonly status: number
  readonly text: string
}

/** Reports that a push had no response. The message, in zh-TW, says why; companies read it. */
export class PushFailed extends Error {
  override readonly name = 'PushFailed'
}

/** Writes structured log lines, which must not contain personal data. */
export interface Log {
  info(event: string, details?: Readonly<Record<string, unknown>>): void
  warn(event: string, details?: Readonly<Record<string, unknown>>): void
  error(event: string, details?: Readonly<Record<string, unknown>>): void
  /**
   * Writes the line of an answered request.
   * Its fields are fixed and hold no personal data, so nothing is redacted, which would take a tenth of the time of a
   * change.
   */
  answered(request: AnsweredRequest): void
  /**
   * Returns the code of the error that keeps the latest line from being written, such as ENOSPC; undefined if it was
   * written.
   * No method throws such an error.
   */
  problem(): string | undefined
}

/** The line of an answered request: its id, call, path (see `loggedPath`), status and duration in milliseconds. */
export interface AnsweredRequest {
  readonly request: string
  readonly call: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  /** The user and the network of a refusal that may be caused by an attack. */
  readonly user?: string | null
  readonly network?: string | null
}

/** Records what the operations port reports: requests, refused bank files in the folder, and pushes to companies. */
export interface Metrics {
  recordRequest(request: { readonly call: string; readonly status: number; readonly seconds: number }): void
  recordRefusedBankFile(): void
  recordPush(push: { readonly method: string; readonly result: string }): void
}

/** Records nothing, for processes without an operations port. */
export const noMetrics: Metrics = { recordRequest: () => {}, recordRefusedBankFile: () => {}, recordPush: () => {} }

/** A bank file that should arrive on each business day: its layout, and the store that sends it if the setting names one. */
export interface ExpectedBankFile {
  readonly layout: string
  readonly channel: string | null
}

/** The settings of the app. Settings that only the Node server needs are in `node/settings`. */
export interface Settings extends ChannelSettings {
  /** The secret from which the keys of session tokens, captchas and limits are derived, at least 32 bytes. */
  readonly secret: Uint8Array
  /**
   * Keys of the check codes on certificates, at least 32 bytes each.
   * New codes are created with the first key; a code is valid if it matches any of them.
   */
  readonly certificateSecrets: readonly [Uint8Array, ...Uint8Array[]]
  /**
   * Keys with which the bank's system signs its calls, at least 32 bytes each.
   * The portal accepts any of them.
   * Without a key, the portal does not serve these calls.
   */
  readonly bankCreditSecrets: readonly Uint8Array<ArrayBuffer>[]
  readonly demo: boolean
  /** The name of the portal in messages and documents. */
  readonly portalName: string
  /** The bank's own code, printed on slips. */
  readonly bankCode: string
  /**
   * Public address of the portal, such as https://pay.bank.example.
   * If it is null, printed documents contain no link to the portal.
   */
  readonly publicAddress: string | null
  /** Minutes without a call until the server ends a session. */
  readonly sessionIdleMinutes: number
  /**
   * Limits on guesses at companies where a number alone is enough for payers to sign in.
   * They apply to the different numbers that one IP address tries in an hour: after `beforeMoreWork` numbers, captchas
   * need more proof of work; after `perHour` numbers, further numbers are rejected.
   */
  readonly payerNumbers: { readonly beforeMoreWork: number; readonly perHour: number }
  /** The bank files that should arrive on each business day. */
  readonly expectedBankFiles: readonly ExpectedBankFile[]
  /** Whether a bank file that was uploaded by hand is booked only after a second operator has released it. */
  readonly releasesUploads: boolean
  /** Largest request body in bytes, uploads excluded. */
  readonly maxBodyBytes: number
  readonly maxUploadBytes: number
  /** Serves the API's description at /api/openapi.json and /api/docs. */
  readonly apiDocs: boolean
  /**
   * Templates of the addresses where a bill can be paid online, with the placeholders {Account} and {Amount}; null if
   * this way to pay is not offered.
   */
  readonly links: { readonly eBill: string | null; readonly bankMobile: string | null }
}
