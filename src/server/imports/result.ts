import type { ImportBadRow, ImportResult } from '../../contract/imports'
import type { Db, JobRun } from '../ports'
import type { ErrorCode } from './row-error'

/**
 * Maximum number of bad rows in a result; the warnings have the same limit.
 * A user would not correct more rows one by one.
 */
export const maxBadRows = 10_000

/** The result of an import that has not read any rows. */
export const emptyResult: ImportResult = {
  JobId: null,
  Written: false,
  TotalCount: 0,
  GoodCount: 0,
  BadCount: 0,
  RepeatedCount: 0,
  SkippedCount: 0,
  UnfilledCount: 0,
  CreateCount: 0,
  UpdateCount: 0,
  PendingCount: 0,
  TotalAmount: null,
  Titles: [],
  BadRows: [],
  SkippedRows: [],
  Warnings: [],
}

/** The message about a cancelled check. */
export const cancelledCheckText = '檢查已取消，沒有匯入任何資料。'

// The codes of errors in rows that repeat another row of the file or an existing record.
const repeatCodes: readonly string[] = ['E105', 'E110', 'E111'] satisfies readonly ErrorCode[]

/** Returns whether a bad row repeats another row of the file or an existing record. */
export const isRepeated = ({ Problems }: Pick<ImportBadRow, 'Problems'>): boolean =>
  Problems.some(({ ErrorCode }) => repeatCodes.includes(ErrorCode))

/** Ends a job as done, and stores its result for the user who requested it. */
export const endWithResult = async (trx: Db, run: JobRun, result: ImportResult): Promise<void> => {
  await run.confirm(trx)
  const { TotalCount } = result
  await trx
    .updateTable('job')
    .set({ result: JSON.stringify(result), done: TotalCount, total: TotalCount })
    .where('id', '=', run.id)
    .execute()
  await run.end(trx)
}
