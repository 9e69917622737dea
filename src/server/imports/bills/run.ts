import { sql } from 'kysely'
import { titleOf } from '../../../domain/bills/bill-upload'
import { taipeiToday } from '../../../domain/dates/dates'
import type { RecordValues } from '../../../schema/language/language'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { randomId } from '../../accounts/keys'
import { enqueueImportSlips, isSlipRequest } from '../../bills/batches/import-slips'
import { payersOf } from '../../bills/payers'
import { updateStatistics } from '../../database/statistics'
import { columnRecord } from '../../database/table-definition'
import { loadFile } from '../../files'
import type { Db, JobData, JobRun, Ports, SheetRow, Sheets } from '../../ports'
import { writeReadResult } from '../error-log'
import { type RowError, rowError } from '../row-error'
import { chunkRows, chunksOf, discardStage, type StagedRow, sheetLimits, withStageWriter } from '../stage'
import { titlesIn } from '../upload'
import { type BillImport, type ImportContext, importContext } from './context'
import { isExampleRow, mappedHeader, readHeader, rowParser, type UploadHeader } from './parsed-row'
import { publishBills } from './publish'
import { type RowResult, validateRow } from './validate-row'

/** Name of the job that turns an upload into bills. */
export const billImportJob = 'billImport'

/** Name of the job by which versions before migration 0002 deleted the published bills of a failed import. */
export const importWithdrawalJob = 'billImportWithdrawal'

interface ImportWork {
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly run: JobRun
}

/** Runs an import from its file to its final state. After a crash it starts again from the first row: all bills are published in one transaction at the end. */
export const runBillImport = async (work: ImportWork, { SerialId, slips }: JobData): Promise<void> => {
  const { backgroundDb: db, clock } = work.ports
  const id = Number(SerialId)
  const billImport = await claimImport(db, id)
  if (!billImport) return
  const context = await importContext(db, billImport, taipeiToday(clock()))
  // Versions before migration 0002 published in steps: if one of them published the import in part, the remaining rows are still staged.
  let keepsStage = billImport.SuccessCount > 0
  const stage = keepsStage ? formerStage(id) : randomId()
  try {
    const rowCount = keepsStage ? null : await stageFile(work, context, stage)
    await publishBills({
      db,
      schemas: work.schemas,
      now: clock(),
      context,
      stage,
      rowCount,
      run: work.run,
      ...(isSlipRequest(slips) && { requestSlips: (trx) => enqueueImportSlips(work.ports, trx, id, slips) }),
    })
    keepsStage = false
    await updateStatistics(db, 'bill')
  } finally {
    if (!keepsStage) await discardStage(db, stage)
  }
}

/** Returns the name of the stage of an import that a version before migration 0002 began to publish. */
export const formerStage = (id: number): string => `bill/${id}`

/** Marks the import as being processed and returns it; undefined if it was deleted or has ended. */
const claimImport = async (db: Db, id: number): Promise<BillImport | undefined> => {
  const { rows } = await sql<BillImport>`
    update bill_import
    set import_status = 'Processing'
    where serial_id = ${id} and import_status in ('Pending', 'Processing')
    returning
      serial_id as "SerialId", apply_code as "ApplyCode", import_batch_no as "ImportBatchNo", bill_term_id as "BillTermId",
      bill_category_code as "BillCategoryCode", currency_type as "CurrencyType", payment_start_date as "PaymentStartDate",
      payment_end_date as "PaymentEndDate", notices as "Notices", import_mode as "ImportMode", success_count as "SuccessCount",
      file as "File", upload_user as "UploadUser", column_mapping as "ColumnMapping"`.execute(db)
  return rows[0]
}

/** Reads and validates the file, stages its good rows, and returns their number. */
const stageFile = async ({ ports, schemas, run }: ImportWork, context: ImportContext, stage: string): Promise<number> => {
  const { backgroundDb: db } = ports
  await run.progress(0)
  const { billImport, agreement } = context
  const file = await loadFile(db, billImport.File, agreement.UniformNo)
  const errors: RowError[] = []
  let [total, stagedCount] = [0, 0]
  await withStageWriter(db, stage, async (write) => {
    for await (const { rows, good, errors: found } of validatedChunks({ ports, schemas }, context, file)) {
      errors.push(...found)
      await write(good)
      total += rows.length
      stagedCount += good.length
      await run.progress(total)
    }
  })
  await run.progress(total, total)
  await writeReadResult(db, { table: 'bill_import', id: billImport.SerialId }, { total, errors })
  return stagedCount
}

/** A chunk of a file: its rows, the records of the good ones, and all errors and warnings. */
export interface ValidatedChunk {
  readonly titles: readonly string[]
  readonly rows: readonly SheetRow[]
  readonly good: readonly StagedRow[]
  readonly errors: readonly RowError[]
}

/** Reads and validates a file in chunks. */
export const validatedChunks = async function* (
  { ports: { backgroundDb: db, sheets, unprintableCharacters }, schemas }: Pick<ImportWork, 'ports' | 'schemas'>,
  context: ImportContext,
  file: Parameters<Sheets['read']>[0],
): AsyncGenerator<ValidatedChunk> {
  const { billImport, today } = context
  const resources = { bills: schemas.get('bills'), payer: schemas.get('payer') }
  const recordOf = columnRecord(schemas.get('bills'), schemas)
  const rowOfAccount = new Map<string, number>()
  let parse: ReturnType<typeof rowParser> | undefined
  let titles: readonly string[] = []
  for await (const chunk of chunksOf(sheets.read({ name: file.name, bytes: file.bytes }, sheetLimits), chunkRows)) {
    let rows = chunk
    if (!parse) {
      const titleRow = chunk[0] ?? { rowNo: 1, cells: [] }
      const header = headerOf(titleRow, billImport)
      titles = titlesIn(titleRow)
      rows = withoutExample(chunk.slice(1), header)
      parse = rowParser({ ...resources, header, currency: billImport.CurrencyType, today })
    }
    const parsedRows = rows.map(parse)
    const payers = await payersOf(
      db,
      billImport.ApplyCode,
      parsedRows.map(({ values }) => values),
    )
    const results = parsedRows.map((row) => withUniqueAccount(validateRow(row, payers, context), rowOfAccount))
    const good = results.flatMap((result) => ('bill' in result ? [{ rowNo: result.rowNo, record: recordOf(result.bill) }] : []))
    const errors = results.flatMap((result) => ('errors' in result ? result.errors : []))
    yield { titles, rows, good, errors: [...errors, ...(await nameWarnings(good, unprintableCharacters))] }
  }
}

const headerOf = (titles: SheetRow, { ColumnMapping, BillTermId }: BillImport): UploadHeader =>
  ColumnMapping ? mappedHeader(titles, ColumnMapping) : readHeader(titles, { hasTerm: BillTermId !== null })

const withoutExample = (rows: readonly SheetRow[], header: UploadHeader): readonly SheetRow[] => rows.slice(rows[0] && isExampleRow(rows[0], header) ? 1 : 0)

/** Returns a warning for each bill whose payer's name documents cannot print in full. */
const nameWarnings = async (
  bills: readonly { readonly rowNo: number; readonly record: RecordValues }[],
  unprintableCharacters: Ports['unprintableCharacters'],
): Promise<readonly RowError[]> => {
  const names = bills.map(({ rowNo, record }) => ({ rowNo, name: String(record.payer_name) }))
  const missing = await unprintableCharacters(names.map(({ name }) => name).join(''))
  const affected = names.filter(({ name }) => missing.some((character) => name.includes(character)))
  return affected.map(({ rowNo, name }) => rowError(rowNo, titleOf('PayerName'), name, 'W101', unprintableMessage))
}

// The check of a file and its import share the message.
const unprintableMessage = '姓名中有系統字型沒有的字，繳款單與繳費證明會印成「〓」；若不接受，請改用其他字：匯入前更正檔案，匯入後修改帳單。'

/** Returns the result of a row; an error if an earlier row of the file has the same account. */
const withUniqueAccount = (result: RowResult, rowOfAccount: Map<string, number>): RowResult => {
  if ('errors' in result) return result
  const { rowNo, account } = result
  const first = rowOfAccount.get(account)
  if (first !== undefined) return { errors: [rowError(rowNo, '銷帳編號', account, 'E105', `與第 ${first} 列的虛擬帳號重複，請檢查是否為同一位繳款人。`)] }
  rowOfAccount.set(account, rowNo)
  return result
}
