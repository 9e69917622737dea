import { type NotNull, sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import type { LayoutName } from '../../../schema/layouts/layout'
import { errorDetails } from '../../database/errors'
import { nextUpdateTime, toTaipei } from '../../database/times'
import { streamFile } from '../../files'
import { JobCancelled, writeOutcome } from '../../jobs/job-rows'
import type { Db, JobRun, Ports } from '../../ports'
import {
  type BookingPlan,
  bookPaymentFile,
  type FileResult,
  type VerifiedPaymentFile,
  verifyPaymentFile,
} from '../book-file'
import { BankFileRefusal } from '../files/bank-file'
import { verifyBankFile } from '../files/read-bank-file'
import { refreshChecksOfPayments, refreshRemittanceChecks } from '../remittances/check'
import { storeRemittances } from '../remittances/store'
import { planOf } from './differences'
import { bankFileJob } from './enqueue'
import { compareHeldFile, type StartedFile, startBooking, summaryColumns } from './hold'
import { comparedHeader, compareHeldFilesAgain, headerOfFile, lockHeader } from './same-header'

/** The ports that processing a file needs. */
type FilePorts = Pick<Ports, 'backgroundDb' | 'layouts' | 'bankFileTools' | 'clock' | 'log' | 'jobs'>

/**
 * Processes a file: books its payments or stores its remittances.
 * Throws a refusal for a file with a mistake, and stores none of its lines.
 * If the process dies, the job runs again; lines that are already booked have no effect.
 */
export const runBankFile = async (ports: FilePorts, id: number, run: JobRun): Promise<void> => {
  const { backgroundDb: db, layouts } = ports
  const file = await markAsProcessing(db, id)
  if (!file) return
  const receivedOn = toTaipei(file.uploadTime).slice(0, 10)
  // The embedded database has only one connection, so a transaction must read the file itself.
  const open = (reader: Db = db): AsyncIterable<Uint8Array> =>
    contentOf({ ...ports, backgroundDb: reader }, file.fileId)
  if (file.layout === 'cashFlow') return processRemittances(ports, { id, receivedOn, open }, run)
  const verified = await verifyPaymentFile(ports, {
    SerialId: id,
    name: file.name,
    layout: file.layout,
    receivedOn,
    open: () => open(),
  })
  const header = comparedHeader(file.layout, layouts[file.layout], verified.summary)
  const started = { id, header, decision: file.decision }
  const state = await startBooking(ports, started, verified.summary)
  if (state === 'changed') return
  await run.progress(0, verified.summary.count)
  const plan = state === 'booking' ? await planOfDecision(db, started) : await compareHeldFile(ports, verified, state)
  if (plan !== 'held') await bookPayments(ports, { ...started, file: verified, plan, user: file.updateUser }, run)
}

interface RemittanceFile {
  readonly id: number
  readonly receivedOn: string
  readonly open: (reader?: Db) => AsyncIterable<Uint8Array>
}

const processRemittances = async (
  ports: FilePorts,
  { id, receivedOn, open }: RemittanceFile,
  run: JobRun,
): Promise<void> => {
  const { backgroundDb: db, layouts, bankFileTools, clock } = ports
  const summary = await verifyBankFile(layouts.cashFlow, open(), bankFileTools)
  await sql`update bank_file set ${summaryColumns(summary)} where serial_id = ${id}`.execute(db)
  await run.progress(0, summary.count)
  await db.transaction().execute(async (trx) => {
    const { days, repeated } = await storeRemittances(
      { ...ports, db: trx },
      { serialId: id, receivedOn, content: open(trx) },
      run,
    )
    await refreshRemittanceChecks(trx, { days, now: clock() })
    await endFile(ports, trx, { id, run, result: { repeated } })
  })
}

/** Returns which lines of a file are booked; undefined if all are. */
const planOfDecision = async (
  db: Db,
  { id, decision }: Pick<StartedFile, 'id' | 'decision'>,
): Promise<BookingPlan | undefined> => (decision === 'Replaces' ? await planOf(db, id) : undefined)

interface PaymentBooking extends Pick<StartedFile, 'id' | 'header'> {
  readonly file: VerifiedPaymentFile
  readonly plan: BookingPlan | undefined
  readonly user: string
}

const bookPayments = async (
  ports: FilePorts,
  { file, plan, id, header, user }: PaymentBooking,
  run: JobRun,
): Promise<void> => {
  const { backgroundDb: db, clock } = ports
  const result = await bookPaymentFile(ports, { file, user, ...(plan ? { plan } : {}) }, run)
  await db.transaction().execute(async (trx) => {
    if (header) await lockHeader(trx, header)
    await endFile(ports, trx, { id, run, result })
    if (header) await compareHeldFilesAgain(ports, trx, header)
  })
  await refreshChecksOfPayments(db, { reportedOn: file.TransDate, now: clock() })
}

/**
 * Marks the file as being processed; a held file remains held.
 * Returns the file; undefined if it was deleted or its processing has ended.
 */
const markAsProcessing = (db: Db, id: number) =>
  db
    .updateTable('bank_file')
    .set({ import_status: sql`case when import_status = 'Held' then 'Held' else 'Processing' end` })
    .where('serial_id', '=', id)
    .where('import_status', 'in', ['Pending', 'Processing', 'Held'])
    .returning([
      'file_name as name',
      'layout',
      'file as fileId',
      'upload_time as uploadTime',
      'hold_decision as decision',
      'update_user as updateUser',
    ])
    .$narrowType<{ name: NotNull; layout: LayoutName; uploadTime: NotNull }>()
    .executeTakeFirst()

// Bank files belong to no company.
const contentOf = async function* (
  ports: Pick<Ports, 'backgroundDb' | 'log'>,
  fileId: string,
): AsyncGenerator<Uint8Array> {
  yield* (await streamFile(ports, fileId, '')).bytes
}

/** The id of a processed file, the job that processed it, and the result. */
interface FileEnd {
  readonly id: number
  readonly run: JobRun
  readonly result: Pick<FileResult, 'repeated'> & Partial<FileResult>
}

const endFile = async ({ clock }: Pick<Ports, 'clock'>, trx: Db, { id, run, result }: FileEnd): Promise<void> => {
  const { writtenOff = null, exceptions = null, reversed = null, repeated } = result
  await sql`
    update bank_file
    set written_off_count = ${writtenOff}, exception_count = ${exceptions}, reversed_count = ${reversed}, repeated_count = ${repeated},
      import_status = 'Succeeded', error_message = null, error_line = null, error_column = null,
      finish_time = ${clock().toISOString()}::timestamptz, update_time = ${nextUpdateTime(clock())}
    where serial_id = ${id}`.execute(trx)
  await run.end(trx)
}

/** Marks a file as failed: its processing was cancelled, the file is invalid, or every attempt failed. */
export const onBankFileFailure = async (
  { db, clock, log, jobs }: Pick<Ports, 'db' | 'clock' | 'log' | 'jobs'>,
  id: number,
  reason: unknown,
): Promise<void> => {
  const isCancelled = reason instanceof JobCancelled
  if (!(reason instanceof Refusal || isCancelled)) log.error('bank file failed', { file: id, ...errorDetails(reason) })
  const outcome = outcomeOf(reason)
  const isInvalid = reason instanceof BankFileRefusal
  // A file of remittances may be refused after its summary was stored; then none of its lines was stored.
  // A file of payments has a summary only if some of its lines may have been booked.
  const hasNoLines = sql`${isInvalid} and layout = 'cashFlow'`
  const { lineNo, column } = isInvalid ? reason : { lineNo: null, column: null }
  const header = await headerOfFile(db, id)
  await lockHeader(db, header)
  if (reason instanceof Refusal) log.warn('bank file refused', { file: id, lineNo, column })
  await sql`
    update bank_file
    set import_status = 'Failed', error_message = ${outcome}, error_line = ${lineNo}, error_column = ${column},
      line_count = case when ${hasNoLines} then null else line_count end, total_amount = case when ${hasNoLines} then null else total_amount end,
      finish_time = ${clock().toISOString()}::timestamptz, update_time = ${nextUpdateTime(clock())}
    where serial_id = ${id} and (import_status in ('Pending', 'Processing') or import_status = 'Held' and equal_count is null)`.execute(
    db,
  )
  await compareHeldFilesAgain({ clock, jobs }, db, header)
  if (isCancelled) await writeOutcome(db, { name: bankFileJob, data: { SerialId: id }, outcome })
}

const outcomeOf = (reason: unknown): string => {
  if (reason instanceof Refusal) return reason.message
  if (reason instanceof JobCancelled) return '處理已取消；請按「重新處理」接續，已入帳的交易不會重複。'
  return '系統發生錯誤，檔案沒有處理完成；請稍後按「重新處理」，已入帳的交易不會重複。'
}
