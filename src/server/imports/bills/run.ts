import { sql } from 'kysely'
import { taipeiToday } from '../../../domain/dates/dates'
import type { RecordValues } from '../../../schema/language/language'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { randomId } from '../../accounts/keys'
import { columnsOf } from '../../database/table-definition'
import { loadFile } from '../../files'
import type { Db, JobRun, Ports } from '../../ports'
import { type RowError, rowError } from '../row-error'
import { chunksOf, clearStage, leaveToRetention, refreshStatistics, stageRows } from '../stage'
import { type Import, type ImportContext, importContext } from './context'
import { writeReadResult } from './error-log'
import { type Header, parseRow, readHeader } from './parsed-row'
import { payersOf } from './payers'
import { publishBills } from './publish'
import { type RowResult, validateRow } from './validate-row'

/** Name of the job that turns an upload into bills. */
export const billImportJob = 'billImport'

/** Name of the job by which the former version removed what a failed import had published. */
export const importWithdrawalJob = 'billImportWithdrawal'

/** Bounds of an upload's sheet. */
export const sheetLimits = { maxRows: 100_000, maxColumns: 200 } as const

interface ImportWork {
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly run: JobRun
}

/** Runs an import from its file to its final state. After a crash it starts again from the first row: nothing is published before the one transaction that ends it. */
export const runBillImport = async (work: ImportWork, id: number): Promise<void> => {
  const { backgroundDb: db, clock } = work.ports
  const form = await takeImport(db, id)
  if (!form) return
  const context = await importContext(db, form, taipeiToday(clock()))
  // The former version published in steps: of an import that it had begun to publish, the rest is on the stage.
  let keepsStage = form.SuccessCount > 0
  const stage = keepsStage ? formerStage(id) : randomId()
  try {
    const staged = keepsStage ? null : await stageFile(work, context, stage)
    await publishBills({ db, schemas: work.schemas, now: clock(), context, stage, staged, run: work.run })
    keepsStage = false
    await refreshStatistics(db, 'bill')
  } finally {
    if (!keepsStage) await clearStage(db, stage).catch(leaveToRetention)
  }
}

/** Returns the name of the stage of an import that the former version began to publish. */
export const formerStage = (id: number): string => `bill/${id}`

/** Returns the import, marked as being worked on; undefined when it was deleted or has ended. */
const takeImport = async (db: Db, id: number): Promise<Import | undefined> => {
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

/** Rows that are validated in one step: other work runs between two steps. */
const chunkRows = 500

/** Reads and validates the file, stages its good rows, and returns how many there are. */
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
  let titles: Header | undefined
  let [total, staged] = [0, 0]
  for await (const chunk of chunksOf(sheets.read(file, sheetLimits), chunkRows)) {
    const data = titles ? chunk : chunk.slice(1)
    const header = titles ?? readHeader(chunk[0] ?? { rowNo: 1, cells: [] }, { term: form.BillTermId !== null })
    titles = header
    const parsedRows = data.map((row) => parseRow(row, header, options))
    const payers = await payersOf(db, form.ApplyCode, parsedRows)
    const results = parsedRows.map((row) => refuseRepeatedAccount(validateRow(row, payers, context), rowOfAccount))
    const good = results.flatMap((result) => ('bill' in result ? [{ rowNo: result.rowNo, record: recordOf(result.bill) }] : []))
    errors.push(...results.flatMap((result) => ('errors' in result ? result.errors : [])))
    await stageRows(db, stage, good)
    total += data.length
    staged += good.length
    await run.progress(total)
  }
  await run.progress(total, total)
  await writeReadResult(db, form.SerialId, { total, errors })
  return staged
}

/** Returns the result of a row, an error where an earlier row of the file has its account. */
const refuseRepeatedAccount = (result: RowResult, rowOfAccount: Map<string, number>): RowResult => {
  if ('errors' in result) return result
  const { rowNo, account } = result
  const first = rowOfAccount.get(account)
  if (first !== undefined) return { errors: [rowError(rowNo, '銷帳編號', account, 'E105', `與第 ${first} 列的虛擬帳號重複，請檢查是否為同一位繳款人。`)] }
  rowOfAccount.set(account, rowNo)
  return result
}
