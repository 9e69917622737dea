import type { ImportBadRow, ImportMode, ImportResult } from '../../../../contract/imports'
import { todayOf } from '../../../context'
import { createOnce } from '../../../creation-requests'
import { inRolledBackTransaction } from '../../../database/transaction'
import type { Db, SheetRow } from '../../../ports'
import type { RecordContext } from '../../../record-context'
import { emptyResult, isRepeated } from '../../result'
import { retried } from '../retries'
import { refusalProblems } from '../validate-row'
import { type ActionFile, type ReadRows, readActionRows } from './read-rows'
import type { RowAction } from './row-action'

/** A file whose rows do something with records, or which is checked. */
interface RunFile extends ActionFile {
  readonly rowAction: RowAction
  readonly titles: readonly string[]
  /** Determines whether good rows are done if other rows are bad; null if the file is only checked. */
  readonly mode: ImportMode | null
  /** Runs at the end of the transaction in which the rows are done, even if none is. */
  readonly end?: (trx: Db, result: ImportResult) => Promise<void>
}

/**
 * Does what the rows of a file say, in one transaction, so that a file that is sent again does nothing twice.
 * For a check, and if all rows or none are to be done and one is bad, the transaction is rolled back.
 */
export const runActionFile = async (context: RecordContext, file: RunFile): Promise<ImportResult> => {
  const rows = await readActionRows(context, file)
  return retried(async () => (await doRows(context, file, rows)) ?? (await checkRows(context, file, rows)))
}

/** Does the rows. Returns undefined, and has written nothing, if the mode forbids it. */
const doRows = async (context: RecordContext, file: RunFile, rows: ReadRows): Promise<ImportResult | undefined> => {
  const { mode, end } = file
  if (mode === null || (mode === 'AllOrNothing' && rows.bad.length > 0)) return undefined
  try {
    return await context.db.transaction().execute(async (db) => {
      const result = await createOnce(
        { ...context, db },
        (outData) => ({ outData }),
        async () => writtenResult(mode, await outcomeOf({ ...context, db }, file, rows)),
      )
      await end?.(db, result)
      return result
    })
  } catch (error) {
    if (error instanceof NothingDone) return undefined
    throw error
  }
}

/** Rolls back the transaction of rows of which none is to be done. */
class NothingDone extends Error {
  override readonly name = 'NothingDone'
}

const writtenResult = (mode: ImportMode, result: ImportResult): ImportResult => {
  if (result.GoodCount === 0 || (mode === 'AllOrNothing' && result.BadCount > 0)) throw new NothingDone()
  return { ...result, Written: true }
}

/** Does the rows in a transaction that is rolled back, and returns what was found. */
const checkRows = async (context: RecordContext, file: RunFile, rows: ReadRows): Promise<ImportResult> => {
  const results: ImportResult[] = []
  await inRolledBackTransaction(context.db, async (db) => {
    results.push(await outcomeOf({ ...context, db }, file, rows))
  })
  const [result] = results
  if (!result) throw new Error('The transaction of the check has ended without a result.')
  await context.db.transaction().execute(async (db) => file.end?.(db, result))
  return result
}

const outcomeOf = async (context: RecordContext, file: RunFile, rows: ReadRows): Promise<ImportResult> => {
  const { total, filled, good } = rows
  const { refused, done, pending } = await file.rowAction(context, good)
  const today = todayOf(context)
  const refusedRows = [...refused].flatMap(([rowNo, refusal]) => {
    const row = filled.get(rowNo)
    return row ? [badRow(row, refusalProblems(file, row, refusal, today))] : []
  })
  const BadRows = [...rows.bad, ...refusedRows].sort((a, b) => a.RowNo - b.RowNo)
  return {
    ...emptyResult,
    TotalCount: total,
    GoodCount: filled.size - BadRows.length,
    BadCount: BadRows.length,
    RepeatedCount: BadRows.filter(isRepeated).length,
    UnfilledCount: total - filled.size,
    UpdateCount: done,
    PendingCount: pending,
    Titles: file.titles,
    BadRows,
  }
}

const badRow = ({ rowNo, cells }: SheetRow, Problems: ImportBadRow['Problems']): ImportBadRow => ({
  RowNo: rowNo,
  Cells: cells,
  Problems,
})
