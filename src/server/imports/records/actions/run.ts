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
  const { mode } = file
  const isOnlyChecked = mode === null || (mode === 'AllOrNothing' && rows.bad.length > 0)
  return retried(() => (isOnlyChecked ? checkRows(context, file, rows) : doRows(context, { ...file, mode }, rows)))
}

/** Does the rows. Writes nothing if the mode forbids it because of what became of them. */
const doRows = async (
  context: RecordContext,
  file: RunFile & { readonly mode: ImportMode },
  rows: ReadRows,
): Promise<ImportResult> => {
  const { mode, end } = file
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
    if (error instanceof NothingDone) return ended(context, file, error.result)
    throw error
  }
}

/** Rolls back the transaction of rows of which none is to be done, and has what became of them. */
class NothingDone extends Error {
  override readonly name = 'NothingDone'

  constructor(readonly result: ImportResult) {
    super('No row is to be done.')
  }
}

const writtenResult = (mode: ImportMode, result: ImportResult): ImportResult => {
  if (result.GoodCount === 0 || (mode === 'AllOrNothing' && result.BadCount > 0)) throw new NothingDone(result)
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
  return ended(context, file, result)
}

/** Ends a file of which nothing was done, and returns its result. */
const ended = async ({ db }: RecordContext, { end }: RunFile, result: ImportResult): Promise<ImportResult> => {
  await db.transaction().execute(async (trx) => end?.(trx, result))
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
