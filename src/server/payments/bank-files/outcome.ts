import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import { nextUpdateTime } from '../../database/times'
import { JobCancelled } from '../../jobs/job-rows'
import type { Db, JobRun, Ports } from '../../ports'
import type { FileResult } from '../book-file'
import { BankFileRefusal, type BankFileSummary } from '../files/bank-file'
import { unreadFieldsNotice } from '../files/unread-fields'

/** A bank file whose processing has failed, and the reason. */
export interface FailedBankFile {
  readonly id: number
  readonly reason: unknown
}

/**
 * Returns the assignments that store the summary of a valid file.
 * A failed file whose record has no number of lines is known to have no booked lines.
 */
export const summaryColumns = ({ header, count, sum, unread }: BankFileSummary): RawBuilder<unknown> =>
  sql`line_count = ${count}, total_amount = ${sum}, file_date = ${header?.TransDate ?? null}, file_sender = ${header?.AgencyCode ?? null},
    notice = ${unreadFieldsNotice(unread)}`

/** Stores the summary of a valid file in its record. */
export const storeSummary = async (db: Db, id: number, summary: BankFileSummary): Promise<void> => {
  await sql`update bank_file set ${summaryColumns(summary)} where serial_id = ${id}`.execute(db)
}

/** The id of a processed file, the job that processed it, the result in numbers, and as a sentence in zh-TW. */
interface FileEnd {
  readonly id: number
  readonly run: JobRun
  readonly result: Pick<FileResult, 'repeated'> & Partial<FileResult>
  readonly resultText: string
}

/** Ends the processing of a file with its result. */
export const endFile = async (
  { clock }: Pick<Ports, 'clock'>,
  trx: Db,
  { id, run, result, resultText }: FileEnd,
): Promise<void> => {
  const { writtenOff = null, exceptions = null, reversed = null, repeated } = result
  await sql`
    update bank_file
    set written_off_count = ${writtenOff}, exception_count = ${exceptions}, reversed_count = ${reversed}, repeated_count = ${repeated},
      import_status = 'Succeeded', result_text = ${resultText}, error_message = null, error_line = null, error_column = null,
      finish_time = ${clock().toISOString()}::timestamptz, update_time = ${nextUpdateTime(clock())}
    where serial_id = ${id}`.execute(trx)
  await run.end(trx)
}

/**
 * Marks a file as failed: its processing was cancelled, the file is invalid, or every attempt failed.
 * `isNothingBooked` deletes a stored summary, so that the record shows that none of its lines is booked.
 */
export const markAsFailed = async (
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { id, reason, isNothingBooked = false }: FailedBankFile & { readonly isNothingBooked?: boolean },
): Promise<void> => {
  const { lineNo, column } = reason instanceof BankFileRefusal ? reason : { lineNo: null, column: null }
  await sql`
    update bank_file
    set import_status = 'Failed', error_message = ${outcomeOf(reason)}, error_line = ${lineNo}, error_column = ${column},
      line_count = case when ${isNothingBooked} then null else line_count end, total_amount = case when ${isNothingBooked} then null else total_amount end,
      finish_time = ${clock().toISOString()}::timestamptz, update_time = ${nextUpdateTime(clock())}
    where serial_id = ${id} and (import_status in ('Pending', 'Processing') or import_status = 'Held' and equal_count is null)`.execute(
    db,
  )
}

/** Returns why the processing of a file failed, in zh-TW. */
export const outcomeOf = (reason: unknown): string => {
  if (reason instanceof Refusal) return reason.message
  if (reason instanceof JobCancelled) return '處理已取消；請按「重新處理」接續，已入帳的交易不會重複。'
  return '系統發生錯誤，檔案沒有處理完成；請稍後按「重新處理」，已入帳的交易不會重複。'
}
