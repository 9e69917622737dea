import type { Resource } from '../../../schema/resource'
import type { SchemaSet } from '../../../schema/schema-set'
import type { Row } from '../../../schema/types'
import { columnsOf } from '../../database/columns'
import type { Db, JobRun, SheetRow } from '../../ports'
import { chunksOf } from '../chunks'
import { type RowError, rowError } from '../row-error'
import { stageRows } from '../stage'
import type { ImportContext } from './context'
import { type Header, readHeader } from './header'
import { readDraft } from './parsed-row'
import { payersOf } from './payers'
import { type Judged, judge } from './validate-row'

/** Bounds of an upload's sheet. */
export const sheetLimits = { maxRows: 100_000, maxColumns: 200 } as const

/** What reading a whole file came to. */
export interface ReadResult {
  readonly total: number
  readonly errors: readonly RowError[]
}

/** What the rows of a file are read with. */
export interface Reader {
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
export const readFile = async (reader: Reader, rows: AsyncIterable<SheetRow>): Promise<ReadResult> => {
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
