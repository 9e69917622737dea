import { sql } from 'kysely'
import { taipeiToday } from '../../../domain/dates/dates'
import type { RecordValues } from '../../../schema/language/language'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { randomId } from '../../accounts/keys'
import { updateStatistics } from '../../database/statistics'
import { columnsOf } from '../../database/table-definition'
import { loadFile } from '../../files'
import type { Db, JobRun, Ports } from '../../ports'
import { type RowError, rowError } from '../row-error'
import { chunksOf, discardStage, stageRows } from '../stage'
import { type Import, type ImportContext, importContext } from './context'
import { writeReadResult } from './error-log'
import { type Header, parseRow, readHeader } from './parsed-row'
import { payersOf } from './payers'
import { publishBills } from './publish'
import { type RowResult, validateRow } from './validate-row'

/** Name of the job that turns an upload into bills. */
export const billImportJob = 'billImport'

/** Name of the job by which the former version deleted the published bills of a failed import. */
export const importWithdrawalJob = 'billImportWithdrawal'

/** Limits of an uploaded sheet. */
export const sheetLimits = { maxRows: 100_000, maxColumns: 200 } as const

interface ImportWork {
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly run: JobRun
}

/** Runs an import from its file to its final state. After a crash it starts again from the first row: all bills are published in one transaction at the end. */
export const runBillImport = async (work: ImportWork, id: number): Promise<void> => {
  const { backgroundDb: db, clock } = work.ports
  const form = await claimImport(db, id)
  if (!form) return
  const context = await importContext(db, form, taipeiToday(clock()))
  // The former version published in steps: if it published the import in part, the remaining rows are still staged.
  let keepsStage = form.SuccessCount > 0
  const stage = keepsStage ? formerStage(id) : randomId()
  try {
    const rowCount = keepsStage ? null : await stageFile(work, context, stage)
    await publishBills({ db, schemas: work.schemas, now: clock(), context, stage, rowCount, run: work.run })
    keepsStage = false
    await updateStatistics(db, 'bill')
  } finally {
    if (!keepsStage) await discardStage(db, stage)
  }
}

/** Returns the name of the stage of an import that the former version began to publish. */
export const formerStage = (id: number): string => `bill/${id}`

/** Marks the import as being processed and returns it; undefined if it was deleted or has ended. */
const claimImport = async (db: Db, id: number): Promise<Import | undefined> => {
  const { rows } = await sql<Import>`
    update bill_import
    set import_status = 'Processing'
    where serial_id = ${id} and import_status in ('Pending', 'Processing')
    returning
      serial_id as "SerialId", apply_code as "ApplyCode", import_batch_no as "ImportBatchNo", bill_term_id as "BillTermId",
      bill_category_code as "BillCategoryCode", currency_type as "CurrencyType", payment_start_date as "PaymentStartDate",
      payment_end_date as "PaymentEndDate", notices as "Notices", import_mode as "ImportMode", success_count as "SuccessCount",
      file as "File", upload_user as "UploadUser"`.execute(db)
  return rows[0]
}

/** Number of rows that are validated in one step; other work runs between two steps. */
const chunkRows = 500

/** Reads and validates the file, stages its good rows, and returns their number. */
const stageFile = async ({ ports: { backgroundDb: db, sheets }, schemas, run }: ImportWork, context: ImportContext, stage: string): Promise<number> => {
  await run.progress(0)
  const { form, agreement, today } = context
  const file = await loadFile(db, form.File, agreement.UniformNo)
  const options = { bills: schemas.get('bills'), payer: schemas.get('payer'), currency: form.CurrencyType, today }
  const columns = columnsOf(options.bills, schemas)
  const recordOf = (bill: RecordValues): RecordValues =>
    Object.fromEntries(columns.flatMap(({ name, field }) => (field.name in bill ? [[name, bill[field.name]]] : [])))
  const errors: RowError[] = []
  const rowOfAccount = new Map<string, number>()
  let header: Header | undefined
  let [total, stagedCount] = [0, 0]
  for await (const chunk of chunksOf(sheets.read(file, sheetLimits), chunkRows)) {
    const data = header ? chunk : chunk.slice(1)
    const known = header ?? readHeader(chunk[0] ?? { rowNo: 1, cells: [] }, { hasTerm: form.BillTermId !== null })
    header = known
    const parsedRows = data.map((row) => parseRow(row, known, options))
    const payers = await payersOf(db, form.ApplyCode, parsedRows)
    const results = parsedRows.map((row) => withUniqueAccount(validateRow(row, payers, context), rowOfAccount))
    const good = results.flatMap((result) => ('bill' in result ? [{ rowNo: result.rowNo, record: recordOf(result.bill) }] : []))
    errors.push(...results.flatMap((result) => ('errors' in result ? result.errors : [])))
    await stageRows(db, stage, good)
    total += data.length
    stagedCount += good.length
    await run.progress(total)
  }
  await run.progress(total, total)
  await writeReadResult(db, form.SerialId, { total, errors })
  return stagedCount
}

/** Returns the result of a row; an error if an earlier row of the file has the same account. */
const withUniqueAccount = (result: RowResult, rowOfAccount: Map<string, number>): RowResult => {
  if ('errors' in result) return result
  const { rowNo, account } = result
  const first = rowOfAccount.get(account)
  if (first !== undefined) return { errors: [rowError(rowNo, '銷帳編號', account, 'E105', `與第 ${first} 列的虛擬帳號重複，請檢查是否為同一位繳款人。`)] }
  rowOfAccount.set(account, rowNo)
  return result
}
