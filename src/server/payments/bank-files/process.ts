import { type NotNull, sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import type { LayoutName } from '../../../schema/layouts/layout'
import { errorDetails } from '../../database/errors'
import { nextUpdateTime, toTaipei } from '../../database/times'
import { streamFile } from '../../files'
import { JobCancelled, writeOutcome } from '../../jobs/job-rows'
import type { Db, JobRun, Ports } from '../../ports'
import { bookPaymentFile, type FileResult, verifyPaymentFile } from '../book-file'
import { BankFileRefusal, type BankFileSummary } from '../files/bank-file'
import { verifyBankFile } from '../files/read-bank-file'
import { unreadFieldsNotice } from '../files/unread-fields'
import { refreshChecksOfPayments, refreshRemittanceChecks } from '../remittances/check'
import { storeRemittances } from '../remittances/store'

/** Name of the job that processes a bank file. */
export const bankFileJob = 'bankFile'

/** The ports that processing a file needs. */
type FilePorts = Pick<Ports, 'backgroundDb' | 'layouts' | 'bankFileTools' | 'clock' | 'log'>

/** Processes a file: books its payments or stores its remittances. Throws a refusal for a file with a mistake, and stores none of its lines. If the process dies, the job runs again; lines that are already booked have no effect. */
export const runBankFile = async (ports: FilePorts, id: number, run: JobRun): Promise<void> => {
  const { backgroundDb: db, layouts, bankFileTools, clock } = ports
  const file = await markAsProcessing(db, id)
  if (!file) return
  const receivedOn = toTaipei(file.uploadTime).slice(0, 10)
  // The embedded database has only one connection, so a transaction must read the file itself.
  const open = (reader: Db = db): AsyncIterable<Uint8Array> => contentOf({ ...ports, backgroundDb: reader }, file.fileId)
  const begin = async (summary: BankFileSummary): Promise<void> => {
    await writeSummary(db, id, summary)
    await run.progress(0, summary.count)
  }
  if (file.layout === 'cashFlow') {
    await begin(await verifyBankFile(layouts[file.layout], open(), bankFileTools))
    await db.transaction().execute(async (trx) => {
      const { days, repeated } = await storeRemittances({ ...ports, db: trx }, { serialId: id, receivedOn, content: open(trx) }, run)
      await refreshRemittanceChecks(trx, { days, now: clock() })
      await endFile(ports, trx, { id, run, result: { repeated } })
    })
  } else {
    const verified = await verifyPaymentFile(ports, { SerialId: id, name: file.name, layout: file.layout, receivedOn, open: () => open() })
    await begin(verified.summary)
    const result = await bookPaymentFile(ports, verified, run)
    await db.transaction().execute((trx) => endFile(ports, trx, { id, run, result }))
    await refreshChecksOfPayments(db, { reportedOn: verified.TransDate, now: clock() })
  }
}

/** Marks the file as being processed. Returns the file; undefined if it was deleted or its processing has ended. */
const markAsProcessing = (db: Db, id: number) =>
  db
    .updateTable('bank_file')
    .set({ import_status: 'Processing' })
    .where('serial_id', '=', id)
    .where('import_status', 'in', ['Pending', 'Processing'])
    .returning(['file_name as name', 'layout', 'file as fileId', 'upload_time as uploadTime'])
    .$narrowType<{ name: NotNull; layout: LayoutName; uploadTime: NotNull }>()
    .executeTakeFirst()

// Bank files belong to no company.
const contentOf = async function* (ports: Pick<Ports, 'backgroundDb' | 'log'>, fileId: string): AsyncGenerator<Uint8Array> {
  yield* (await streamFile(ports, fileId, '')).bytes
}

/** Stores the summary of a valid file before any of its lines is booked, so that a failed file whose record has no number of lines is known to have no booked lines. */
const writeSummary = async (db: Db, id: number, { header, count, sum, unread }: BankFileSummary): Promise<void> => {
  await sql`
    update bank_file
    set line_count = ${count}, total_amount = ${sum}, file_date = ${header?.TransDate ?? null}, file_sender = ${header?.AgencyCode ?? null},
      notice = ${unreadFieldsNotice(unread)}
    where serial_id = ${id}`.execute(db)
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
export const onBankFileFailure = async ({ db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>, id: number, reason: unknown): Promise<void> => {
  const isCancelled = reason instanceof JobCancelled
  if (!(reason instanceof Refusal || isCancelled)) log.error('bank file failed', { file: id, ...errorDetails(reason) })
  const outcome = outcomeOf(reason)
  const isInvalid = reason instanceof BankFileRefusal
  // A file of remittances may be refused after its summary was stored; then none of its lines was stored. A file of payments has a summary only if some of its lines may have been booked.
  const hasNoLines = sql`${isInvalid} and layout = 'cashFlow'`
  const { lineNo, column } = isInvalid ? reason : { lineNo: null, column: null }
  if (reason instanceof Refusal) log.warn('bank file refused', { file: id, lineNo, column })
  await sql`
    update bank_file
    set import_status = 'Failed', error_message = ${outcome}, error_line = ${lineNo}, error_column = ${column},
      line_count = case when ${hasNoLines} then null else line_count end, total_amount = case when ${hasNoLines} then null else total_amount end,
      finish_time = ${clock().toISOString()}::timestamptz, update_time = ${nextUpdateTime(clock())}
    where serial_id = ${id} and import_status in ('Pending', 'Processing')`.execute(db)
  if (isCancelled) await writeOutcome(db, { name: bankFileJob, data: { SerialId: id }, outcome })
}

const outcomeOf = (reason: unknown): string => {
  if (reason instanceof Refusal) return reason.message
  if (reason instanceof JobCancelled) return '處理已取消；請按「重新處理」接續，已入帳的交易不會重複。'
  return '系統發生錯誤，檔案沒有處理完成；請稍後按「重新處理」，已入帳的交易不會重複。'
}
