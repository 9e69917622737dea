import type { Resource } from '../../schema/types'
import type { Db, JobRun, SheetRow } from '../ports'
import { type Pace, paceOf } from '../store/pace'
import type { ImportContext } from './context'
import { readDraft } from './draft'
import { type Header, readHeader } from './header'
import { type Judged, judge } from './judge'
import { payersOf } from './payers'
import { type RowError, rowError } from './row-error'
import { insertStaged, type StagedRow } from './staging'

/** Bounds of an upload's sheet. */
export const sheetLimits = { maxRows: 100_000, maxColumns: 200 } as const

/** What reading a whole file came to. */
export interface Reading {
  readonly total: number
  readonly errors: readonly RowError[]
}

/** What the rows of a file are read with. */
export interface Reader {
  readonly db: Db
  readonly bills: Resource
  readonly payer: Resource
  readonly context: ImportContext
  /** Told how many rows have been read. */
  readonly progress: JobRun['progress']
}

/** Reads and judges a file and keeps its good rows beside the bills, in small steps, so that nobody else waits long for the database. */
export const stageRows = async (reader: Reader, rows: AsyncIterable<SheetRow>): Promise<Reading> => {
  const errors: RowError[] = []
  const seen = new Map<string, number>()
  const pace = paceOf({ first: 50, most: 1000 })
  let total = 0
  for await (const { header, chunk } of chunksOf(rows, reader.context, pace)) {
    const wrong = await reader.db.transaction().execute((trx) => pace.step(() => stageChunk({ ...reader, db: trx }, header, chunk, seen)))
    errors.push(...wrong)
    total += chunk.length
    await reader.progress(total)
  }
  return { total, errors }
}

const chunksOf = async function* (
  rows: AsyncIterable<SheetRow>,
  { form }: ImportContext,
  pace: Pace,
): AsyncGenerator<{ header: Header; chunk: readonly SheetRow[] }> {
  let header: Header | undefined
  let chunk: SheetRow[] = []
  for await (const row of rows) {
    if (!header) header = readHeader(row, { term: form.BillTermId !== null })
    else chunk.push(row)
    if (chunk.length < pace.rows) continue
    yield { header, chunk }
    chunk = []
  }
  if (header && chunk.length > 0) yield { header, chunk }
}

/** Keeps the good rows of a chunk; answers what is wrong with the others. */
const stageChunk = async (reader: Reader, header: Header, chunk: readonly SheetRow[], seen: Map<string, number>): Promise<readonly RowError[]> => {
  const errors: RowError[] = []
  const judged = await judgeChunk(reader, header, chunk)
  const good = judged.filter(isGood).filter((row) => isFirst(row, seen, errors))
  for (const row of judged) if (!isGood(row)) errors.push(...row.errors)
  await insertStaged(reader.db, reader.context.form.SerialId, good)
  return errors
}

const judgeChunk = async ({ db, bills, payer, context }: Reader, header: Header, chunk: readonly SheetRow[]): Promise<readonly Judged[]> => {
  const options = { bills, payer, currency: context.form.CurrencyType, today: context.today }
  const drafts = chunk.map((row) => readDraft(row, header, options))
  const payers = await payersOf(db, context.form.ApplyCode, drafts)
  return drafts.map((draft) => judge(draft, payers, context))
}

const isGood = (judged: Judged): judged is StagedRow => 'bill' in judged

/** The first row with an account keeps it; later ones are told which row it was. */
const isFirst = ({ rowNo, account }: StagedRow, seen: Map<string, number>, errors: RowError[]): boolean => {
  const first = seen.get(account)
  if (first === undefined) seen.set(account, rowNo)
  else errors.push(rowError(rowNo, '銷帳編號', account, 'E105', `與第 ${first} 列的虛擬帳號重複，請檢查是否為同一位繳款人。`))
  return first === undefined
}
