import { sql } from 'kysely'
import { nextUpdateTime } from '../../database/times'
import type { JobRun, Ports } from '../../ports'
import type { BankFileSummary } from '../files/bank-file'
import { summaryColumns } from './outcome'

/** A verified file that was uploaded by hand, and the job that verified it. */
interface WaitingFile {
  readonly id: number
  readonly summary: BankFileSummary
  readonly run: JobRun
}

/** Ends the job of a verified file whose lines are booked only after a second operator has released it. */
export const waitForRelease = (
  { backgroundDb, clock }: Pick<Ports, 'backgroundDb' | 'clock'>,
  { id, summary, run }: WaitingFile,
): Promise<void> =>
  backgroundDb.transaction().execute(async (trx) => {
    await sql`
      update bank_file
      set ${summaryColumns(summary)}, import_status = 'PendingRelease', error_message = ${waitingText},
        error_line = null, error_column = null, update_time = ${nextUpdateTime(clock())}
      where serial_id = ${id} and import_status = 'Processing'`.execute(trx)
    await run.end(trx)
  })

const waitingText = '檔案內容已檢查，尚未入帳；須由上傳者以外的銀行作業人員放行。'
