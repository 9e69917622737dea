import type { ImportBadRow, ImportMode, ImportResult, ImportWarning } from '../../../contract/imports'
import type { OnExisting } from '../../../schema/language/import'
import type { RecordValues } from '../../../schema/language/types'
import { recordValidator } from '../../../schema/rules/validate'
import { conditionContextOf } from '../../context'
import { createOnce } from '../../creation-requests'
import type { Db, SheetRow } from '../../ports'
import type { RecordContext } from '../../record-context'
import { recordBuilder } from '../../records/create'
import { defaultValues } from '../../records/defaults'
import { changeValidator } from '../../records/update'
import { randomId } from '../../security/keys'
import { withoutExample } from '../example-row'
import { refuseMissingColumn } from '../missing-column'
import { emptyResult, isRepeated, maxBadRows } from '../result'
import { chunksOf, clearStage, discardStage, rowsPerChunk, withStageWriter } from '../stage'
import { fileLookup } from './lookup'
import type { OwnImportRules } from './own-rules'
import { publishRecords, type RecordPublication } from './publish'
import { retried } from './retries'
import type { ImportLayout } from './row-input'
import { uniqueRules, uniqueValues } from './unique'
import { identityReader, type RowValidation } from './validate-row'
import { validateRows } from './validate-rows'

/** A file to import, or to check. */
export interface RecordFile extends ImportLayout {
  /** The rules that only imports of this resource have. */
  readonly ownRules: OwnImportRules | undefined
  readonly onExisting: OnExisting
  /** Whether rows that equal recorded data are imported. Otherwise they are skipped, and named in the result. */
  readonly includesEqual: boolean
  /** Values by field for cells that are empty. */
  readonly valuesForEmptyCells?: RecordValues
  readonly titles: readonly string[]
  /** Determines whether good rows are written if other rows are bad; null if the file is only checked. */
  readonly mode: ImportMode | null
  /** Returns the rows below the titles. Each call reads the file again from the first row. */
  readonly rows: () => AsyncIterable<SheetRow> | Iterable<SheetRow>
  /** Number of rows in a chunk. */
  readonly rowsPerChunk?: number
  /** Receives the number of rows that have been validated. */
  readonly progress?: (done: number) => Promise<void>
  /** Runs at the end of the transaction that publishes the rows, even if none is written. */
  readonly end?: (trx: Db, result: ImportResult) => Promise<void>
}

/**
 * Validates a file in chunks and publishes its good rows in one transaction.
 * Starts again if the data on which the validation depends have changed meanwhile.
 */
export const importFile = (context: RecordContext, file: RecordFile): Promise<ImportResult> =>
  retried(async () => {
    const stage = randomId()
    try {
      return await publish(context, file, await validateFile(context, file, stage))
    } finally {
      await discardStage(context.db, stage)
    }
  })

/** The staged rows of a validated file, and what was found in all its rows. */
interface ValidatedFile {
  readonly publication: RecordPublication
  readonly found: Omit<
    ImportResult,
    'JobId' | 'Written' | 'GoodCount' | 'UnfilledCount' | 'PendingCount' | 'TotalAmount' | 'Titles'
  >
}

/**
 * Publishes the good rows of a validated file, unless the file is only checked or its mode forbids it.
 * Returns the result in all cases.
 */
const publish = (
  context: RecordContext,
  { titles, mode, end }: RecordFile,
  { publication, found }: ValidatedFile,
): Promise<ImportResult> => {
  const GoodCount = found.CreateCount + found.UpdateCount
  const Written = mode !== null && GoodCount > 0 && (mode === 'GoodRows' || found.BadCount === 0)
  const result: ImportResult = { ...emptyResult, ...found, GoodCount, Written, Titles: titles }
  return context.db.transaction().execute(async (db) => {
    await createOnce(
      { ...context, db },
      () => (result.Written ? { outData: result } : null),
      async () => {
        if (result.Written) await publishRecords({ ...context, db }, publication)
      },
    )
    await end?.(db, result)
    return result
  })
}

/**
 * Maximum number of passes over a file that find out which unique values its rows free: a row that changes a unique
 * value frees the old one for another row.
 * After these passes, a final pass assumes that no values are freed.
 */
const maxPasses = 4

/**
 * Validates a file and stages its good rows.
 * Repeats the validation until its assumption about freed values proves right.
 */
const validateFile = async (context: RecordContext, file: RecordFile, stage: string): Promise<ValidatedFile> => {
  let assumedFreed: ReadonlySet<string> | undefined
  for (let passes = 1; ; passes++) {
    const validation = await newValidation(context, file, assumedFreed)
    const validated = await validateFileOnce(context, file, { stage, validation })
    if (!validation.unique.hasWrongAssumption()) return validated
    assumedFreed = passes < maxPasses ? validation.unique.freed : new Set()
    await clearStage(context.db, stage)
  }
}

const newValidation = async (
  context: RecordContext,
  file: RecordFile,
  assumedFreed: ReadonlySet<string> | undefined,
): Promise<RowValidation> => {
  const { resource } = file
  const sources = { defaults: await defaultValues(context, resource), lookup: fileLookup(context, resource) }
  const lists = resource.fields.filter((field) => field.type === 'rows')
  return {
    ...file,
    ...sources,
    ownRules: file.ownRules?.createRowRules?.(context, sources.lookup),
    conditionContext: conditionContextOf(context),
    identityOf: identityReader(context, file),
    buildRecord: recordBuilder(context, resource, sources),
    validateChange: changeValidator(context, resource, sources.lookup),
    validateBySchema: recordValidator(resource),
    itemValidators: new Map(lists.map(({ name, fields }) => [name, recordValidator({ fields })])),
    unique: uniqueValues(context, resource, uniqueRules(file), assumedFreed),
    // In the other modes nothing is imported until the bad rows are corrected, so the values that they free count as
    // freed.
    badRowsFreeValues: file.mode !== 'GoodRows',
    rowsByIdentity: new Map(),
  }
}

/** One validation of all rows of a file, and the stage for its good rows. */
interface ValidationPass {
  readonly stage: string
  readonly validation: RowValidation
}

const validateFileOnce = async (
  context: RecordContext,
  file: RecordFile,
  { stage, validation }: ValidationPass,
): Promise<ValidatedFile> => {
  const badRows: ImportBadRow[] = []
  const skippedRows: ImportWarning[] = []
  const warnings: ImportWarning[] = []
  let isFirstChunk = true
  const counts = { TotalCount: 0, BadCount: 0, RepeatedCount: 0, SkippedCount: 0, CreateCount: 0, UpdateCount: 0 }
  await withStageWriter(context.db, stage, async (write) => {
    for await (const chunk of chunksOf(file.rows(), file.rowsPerChunk ?? rowsPerChunk)) {
      const { rows, warnings: exampleWarnings } = isFirstChunk
        ? withoutExample(chunk, file.titles)
        : { rows: chunk, warnings: [] }
      const { good, bad, skipped, warnings: rowWarnings } = await validateRows(context, validation, rows)
      if (isFirstChunk)
        refuseMissingColumn({
          count: rows.length,
          errors: bad.flatMap(({ RowNo, Problems }) => Problems.map((problem) => ({ RowNo, ...problem }))),
          hasColumn: (title) => file.columns.some(({ column }) => column.title === title),
        })
      isFirstChunk = false
      counts.TotalCount += rows.length
      counts.BadCount += bad.length
      counts.RepeatedCount += bad.filter(isRepeated).length
      counts.SkippedCount += skipped.length
      counts.CreateCount += good.filter(({ action }) => action === 'Create').length
      counts.UpdateCount += good.filter(({ action }) => action === 'Update').length
      badRows.push(...bad.slice(0, maxBadRows - badRows.length))
      skippedRows.push(...skipped.slice(0, maxBadRows - skippedRows.length))
      warnings.push(...[...exampleWarnings, ...rowWarnings].slice(0, maxBadRows - warnings.length))
      // Rows are staged only if they may be written.
      const mayBeWritten = file.mode === 'GoodRows' || (file.mode === 'AllOrNothing' && counts.BadCount === 0)
      if (mayBeWritten) await write(good)
      await file.progress?.(counts.TotalCount)
    }
  })
  const { lookup, unique } = validation
  const { resource, includesEqual, ownRules } = file
  const { CreateCount: created, UpdateCount: updated } = counts
  return {
    publication: {
      stage,
      resource,
      created,
      updated,
      usedReferences: lookup.usedReferences,
      freesValues: unique.freed.size > 0,
      includesEqual,
      ownRules,
    },
    found: { ...counts, BadRows: badRows, SkippedRows: skippedRows, Warnings: warnings },
  }
}
