import { sql } from 'kysely'
import { billImportSpec } from '../../../contract/bill-import'
import type { ImportBadRow, ImportPreview, ImportResult, ImportWarning } from '../../../contract/imports'
import { taipeiToday } from '../../../domain/dates/dates'
import type { RecordValues } from '../../../schema/language/types'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { validateRecord } from '../../../schema/rules/validate'
import { actorOf, companyOf } from '../../access/caller'
import type { Call } from '../../call'
import { conditionContextOf, contextOf } from '../../context'
import { toTaipei } from '../../database/times'
import { loadUpload } from '../../files'
import { JobCancelled, writeOutcome } from '../../jobs/job-rows'
import type { Db, JobData, JobRun, Ports, Sheets } from '../../ports'
import { contentHash, randomId } from '../../security/keys'
import { cancelledCheckText, emptyResult, endWithResult, isRepeated, maxBadRows } from '../result'
import { isWarning, type RowError } from '../row-error'
import { discardStage, type StagedRow, sheetLimits, stageRows } from '../stage'
import { maxImmediateRows, previewUpload } from '../upload'
import type { ValidatedChunk } from '../upload-rows'
import { storeUpload, type UploadedFile } from '../uploaded-files'
import { type BillImport, importContext } from './context'
import { mappedColumns } from './parsed-row'
import { findAccountConflicts } from './publish'
import { validatedBills } from './run'
import { columnSettingsOf, readColumns, readForm } from './upload'

/** Name of the job that checks a large file of bills. */
export const billCheckJob = 'billImportCheck'

const resourceName = 'billImportList'

/**
 * Validates the form of an upload and stores its file.
 * Returns the columns of the file, and the latest successful or unfinished import of a file with the same content.
 */
export const previewBills = async (call: Call): Promise<ImportPreview> => {
  const { input, file } = await readForm(call)
  return {
    ...(await previewUpload(call, resourceName, billImportSpec(columnSettingsOf(input)))),
    EarlierImport: await earlierImport(call, file),
  }
}

const earlierImport = async (
  { ports, scope }: Call,
  { bytes }: UploadedFile,
): Promise<ImportPreview['EarlierImport']> => {
  const { rows } = await sql<{ BatchNo: string; Time: string }>`
    select i.import_batch_no as "BatchNo", i.upload_time as "Time"
    from import_file u
    join file f on f.id = u.file_id
    join bill_import i on i.file = u.file_id
    where u.content_hash = ${await contentHash(bytes)} and f.uniform_no = ${companyOf(scope)} and i.import_status <> 'Failed'
    order by i.serial_id desc
    limit 1`.execute(ports.db)
  return rows[0] ? { ...rows[0], Time: toTaipei(rows[0].Time) } : null
}

/** The data of the job that checks a file. */
interface CheckData {
  readonly resource: string
  readonly file: string
  readonly fileName: string
  readonly uniformNo: string
  readonly billImport: BillImport
}

/** Checks a file of bills without creating bills: a small file during the call, a large file in a job. */
export const checkBills = async (call: Call): Promise<ImportResult> => {
  const { ports, schemas, scope } = call
  const { file, titles, billImport } = await readUnstoredImport(call)
  if (!(await isLarge(ports.sheets, file)))
    return checkFile({ ports, schemas, progress: async () => {} }, billImport, file)
  const uniformNo = companyOf(scope)
  const data = {
    resource: resourceName,
    file: file.id ?? (await storeUpload(call, resourceName, file)),
    fileName: file.name,
    uniformNo,
    billImport,
  } satisfies CheckData
  const JobId = await ports.db
    .transaction()
    .execute((db) => ports.jobs.enqueue(db, billCheckJob, data, { uniformNo, userId: actorOf(scope) }))
  return { ...emptyResult, JobId, Titles: titles }
}

/** The fields of a valid form. */
type EnteredImport = RecordValues & Partial<BillImport> & Pick<BillImport, 'ApplyCode' | 'CurrencyType'>

/**
 * Reads the form of an upload and the titles of its file.
 * Returns the entered values as they would be stored, and the import, which has no key and no batch number because it
 * is not stored.
 */
export const readUnstoredImport = async (call: Call) => {
  const { input, file } = await readForm(call)
  const { titles, columns } = await readColumns(call, file, input)
  // The cast is safe, because the schema declares these fields.
  const entered = validateRecord(call.schemas.get(resourceName), input, {
    mode: 'create',
    ...conditionContextOf(contextOf(call)),
  }).value as EnteredImport
  const billImport: BillImport = {
    ApplyCode: entered.ApplyCode,
    CurrencyType: entered.CurrencyType,
    BillTermId: entered.BillTermId ?? null,
    BillCategoryCode: entered.BillCategoryCode ?? null,
    PaymentStartDate: entered.PaymentStartDate ?? null,
    PaymentEndDate: entered.PaymentEndDate ?? null,
    Notices: entered.Notices ?? null,
    ImportMode: null,
    SerialId: 0,
    ImportBatchNo: '',
    File: '',
    UploadUser: actorOf(call.scope),
    ColumnMapping: mappedColumns(columns, titles),
  }
  return { file, titles, entered, billImport }
}

/** Returns whether a file has too many rows for a check during the call. The row of titles does not count. */
const isLarge = async (sheets: Sheets, { name, bytes }: UploadedFile): Promise<boolean> => {
  let count = 0
  for await (const _ of sheets.read({ name, bytes }, sheetLimits)) if (++count > maxImmediateRows + 1) return true
  return false
}

/** Runs the job that checks a file. */
export const runBillCheck = async (ports: Ports, schemas: SchemaSet, data: JobData, run: JobRun): Promise<void> => {
  // The cast is safe, because `checkBills` wrote the data.
  const { file, uniformNo, billImport } = data as unknown as CheckData
  const upload = await loadUpload(ports.backgroundDb, file, uniformNo)
  const result = await checkFile({ ports, schemas, progress: (done) => run.progress(done) }, billImport, upload)
  await ports.backgroundDb.transaction().execute((trx) => endWithResult(trx, run, result))
}

/** Stores the message about a cancelled check. */
export const onBillCheckFailure = async (trx: Db, { file }: JobData, reason: unknown): Promise<void> => {
  if (reason instanceof JobCancelled)
    await writeOutcome(trx, { name: billCheckJob, data: { file: String(file) }, outcome: cancelledCheckText })
}

/** The ports and schemas for a check, and the function that receives the number of checked rows. */
interface CheckWork {
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly progress: (done: number) => Promise<void>
}

/** Validates all rows of a file by the rules of an import, without creating bills or reserving bill numbers. */
const checkFile = async (
  work: CheckWork,
  billImport: BillImport,
  file: Parameters<Sheets['read']>[0],
): Promise<ImportResult> => {
  const { ports } = work
  const context = await importContext(ports.backgroundDb, billImport, taipeiToday(ports.clock()))
  const badRows: ImportBadRow[] = []
  const warnings: ImportWarning[] = []
  // A repeated row is a bad row that repeats another row of the file or an existing bill.
  const counts = { TotalCount: 0, BadCount: 0, RepeatedCount: 0, TotalAmount: 0 }
  let titles: readonly string[] = []
  for await (const chunk of validatedBills(work, context, file)) {
    const conflicts = await conflictsOf(ports.backgroundDb, billImport.ApplyCode, chunk.good)
    const bad = badRowsOf(chunk, conflicts)
    const badRowNos = new Set(bad.map(({ RowNo }) => RowNo))
    counts.TotalCount += chunk.rows.length
    counts.BadCount += bad.length
    counts.RepeatedCount += bad.filter(isRepeated).length
    for (const { rowNo, record } of chunk.good)
      if (!badRowNos.has(rowNo)) counts.TotalAmount += Number(record.should_pay_amount)
    badRows.push(...bad.slice(0, maxBadRows - badRows.length))
    const warningsOfGoodRows = chunk.errors.filter((error) => isWarning(error) && !badRowNos.has(error.RowNo))
    warnings.push(...warningsOfGoodRows.slice(0, maxBadRows - warnings.length))
    titles = chunk.titles
    await work.progress(counts.TotalCount)
  }
  const GoodCount = counts.TotalCount - counts.BadCount
  return {
    ...emptyResult,
    ...counts,
    GoodCount,
    CreateCount: GoodCount,
    Titles: titles,
    BadRows: badRows,
    Warnings: warnings,
  }
}

/**
 * Returns an error for each good row that conflicts with an existing bill.
 * Stages the rows temporarily, so that the same query as in the import finds the conflicts.
 */
export const conflictsOf = async (
  db: Db,
  applyCode: string,
  rows: readonly StagedRow[],
): Promise<readonly RowError[]> => {
  const stage = randomId()
  try {
    await stageRows(db, stage, rows)
    return await findAccountConflicts(db, stage, applyCode)
  } finally {
    await discardStage(db, stage)
  }
}

const badRowsOf = ({ rows, errors }: ValidatedChunk, conflicts: readonly RowError[]): readonly ImportBadRow[] => {
  const problems = new Map<number, ImportBadRow['Problems']>()
  for (const { RowNo, ...problem } of [...errors, ...conflicts].filter((error) => !isWarning(error)))
    problems.set(RowNo, [...(problems.get(RowNo) ?? []), problem])
  return rows.flatMap(({ rowNo, cells }) => {
    const rowProblems = problems.get(rowNo)
    return rowProblems ? [{ RowNo: rowNo, Cells: cells, Problems: rowProblems }] : []
  })
}
