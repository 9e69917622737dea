import { sql } from 'kysely'
import { taipeiToday } from '../../../domain/dates/dates'
import type { Row } from '../../../schema/language/language'
import type { Resource } from '../../../schema/language/resource'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { randomId } from '../../accounts/keys'
import { columnsOf } from '../../database/columns'
import { loadFile } from '../../files'
import type { Db, JobRun, Ports, SheetRow } from '../../ports'
import { type RowError, rowError } from '../row-error'
import { chunksOf, clearStage, leaveToRetention, refreshStatistics, stageRows } from '../stage'
import { type Import, type ImportContext, importContext } from './context'
import { type ReadResult, writeReadResult } from './error-log'
import { type Header, readDraft, readHeader } from './parsed-row'
import { payersOf } from './payers'
import { publishBills } from './publish'
import { type Judged, judge } from './validate-row'

/** What an import works with. */
interface ImportWork {
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly run: JobRun
}

/** Does an import from its file to its final state. After a crash at any point it runs again from the first row: nothing is published before the one transaction that ends it. */
export const runBillImport = async (work: ImportWork, id: number): Promise<void> => {
  const { backgroundDb: db, clock } = work.ports
  const form = await takeImport(db, id)
  if (!form) return
  const context = await importContext(db, form, taipeiToday(clock()))
  // The former version published in steps: of an import that it had begun to publish, the rest is on the stage.
  let isNeeded = form.SuccessCount > 0
  const stage = isNeeded ? formerStage(id) : randomId()
  try {
    if (!isNeeded) await stageFile(work, context, stage)
    await publishBills({ db, schemas: work.schemas, now: clock(), context, stage, run: work.run })
    isNeeded = false
    await refreshStatistics(db, 'bill')
  } finally {
    if (!isNeeded) await clearStage(db, stage).catch(leaveToRetention)
  }
}

/** Returns the name of the stage of an import that the former version began to publish. */
export const formerStage = (id: number): string => `bill/${id}`

const stageFile = async ({ ports: { backgroundDb: db, sheets }, schemas, run }: ImportWork, context: ImportContext, stage: string): Promise<void> => {
  await run.progress(0)
  const { form, agreement } = context
  const file = await loadFile(db, form.File, agreement.UniformNo)
  const result = await readFile({ db, schemas, context, stage, progress: run.progress }, sheets.read(file, sheetLimits))
  await run.progress(result.total, result.total)
  await writeReadResult(db, form.SerialId, result)
}

/** The import, marked as being worked on; undefined when it was deleted or is done. */
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

/** Bounds of an upload's sheet. */
export const sheetLimits = { maxRows: 100_000, maxColumns: 200 } as const

/** What the rows of a file are read with. */
interface Reader {
  readonly db: Db
  readonly schemas: SchemaSet
  readonly context: ImportContext
  readonly stage: string
  /** Is called with the number of rows that have been read. */
  readonly progress: JobRun['progress']
}

/** Rows that are validated in one step: others are answered between two steps. */
const chunkRows = 500

/** Reads and validates a file and stages its good rows. */
const readFile = async (reader: Reader, rows: AsyncIterable<SheetRow>): Promise<ReadResult> => {
  const errors: RowError[] = []
  const seen = new Map<string, number>()
  let header: Header | undefined
  let total = 0
  for await (const chunk of chunksOf(rows, chunkRows)) {
    const data = header ? chunk : chunk.slice(1)
    header ??= readHeader(chunk[0] ?? { rowNo: 1, cells: [] }, { term: reader.context.form.BillTermId !== null })
    errors.push(...(await stageChunk(reader, header, data, seen)))
    total += data.length
    await reader.progress(total)
  }
  return { total, errors }
}

/** Stages the good rows of a chunk; answers what is wrong with the others. */
const stageChunk = async (reader: Reader, header: Header, chunk: readonly SheetRow[], seen: Map<string, number>): Promise<readonly RowError[]> => {
  const { db, schemas, stage } = reader
  const errors: RowError[] = []
  const results = await validateChunk(reader, header, chunk)
  const good = results.filter(isGood).filter((row) => isFirst(row, seen, errors))
  for (const row of results) if (!isGood(row)) errors.push(...row.errors)
  const columns = columnsOf(schemas.get('bills'), schemas)
  const recordOf = (bill: Row): Row => Object.fromEntries(columns.flatMap(({ name, field }) => (field.name in bill ? [[name, bill[field.name]]] : [])))
  await stageRows(
    db,
    stage,
    good.map(({ rowNo, bill }) => ({ rowNo, record: recordOf(bill) })),
  )
  return errors
}

const validateChunk = async ({ db, schemas, context }: Reader, header: Header, chunk: readonly SheetRow[]): Promise<readonly Judged[]> => {
  const resources: Readonly<Record<'bills' | 'payer', Resource>> = { bills: schemas.get('bills'), payer: schemas.get('payer') }
  const options = { ...resources, currency: context.form.CurrencyType, today: context.today }
  const drafts = chunk.map((row) => readDraft(row, header, options))
  const payers = await payersOf(db, context.form.ApplyCode, drafts)
  return drafts.map((draft) => judge(draft, payers, context))
}

type GoodRow = Extract<Judged, { readonly bill: Row }>

const isGood = (judged: Judged): judged is GoodRow => 'bill' in judged

/** The first row with an account keeps it; later ones are told which row it was. */
const isFirst = ({ rowNo, account }: GoodRow, seen: Map<string, number>, errors: RowError[]): boolean => {
  const first = seen.get(account)
  if (first === undefined) seen.set(account, rowNo)
  else errors.push(rowError(rowNo, '銷帳編號', account, 'E105', `與第 ${first} 列的虛擬帳號重複，請檢查是否為同一位繳款人。`))
  return first === undefined
}

/** Name of the job that turns an upload into bills. */
export const billImportJob = 'billImport'

/** Name of the job by which the former version took back what an import that was given up had published. */
export const importWithdrawalJob = 'billImportWithdrawal'
