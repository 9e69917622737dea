import { sql } from 'kysely'
import { taipeiToday } from '../../../domain/dates/dates'
import { Refusal } from '../../../domain/refusal'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { randomId } from '../../accounts/keys'
import { errorFacts } from '../../database/errors'
import { updateStatistics } from '../../database/statistics'
import { nextUpdateTime } from '../../database/times'
import { loadFile } from '../../files'
import { JobStopped, writeOutcome } from '../../jobs/job-rows'
import type { Db, JobRun, Ports } from '../../ports'
import { agreementOf, type WhiteListAgreement } from '../../white-list/agreement'
import { writeReadResult } from '../error-log'
import { type RowError, rowError } from '../row-error'
import { chunkRows, chunksOf, discardStage, sheetLimits, withStageWriter } from '../stage'
import { type Header, isExampleRow, readHeader } from './header'
import { publishEntries, type WhiteListImport } from './publish'
import { columnFields, type RowResult, type RowRules, validateRow } from './row'

/** Name of the job that turns an upload into entries of the white list. */
export const whiteListImportJob = 'whiteListImport'

interface ImportWork {
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly run: JobRun
}

/** Runs an upload from its file to its final state. After a crash it starts again from the first row: all entries are published in one transaction at the end. */
export const runWhiteListImport = async (work: ImportWork, id: number): Promise<void> => {
  const { backgroundDb: db, clock } = work.ports
  const whiteListImport = await claimImport(db, id)
  if (!whiteListImport) return
  const agreement = await agreementOf(db, whiteListImport.ApplyCode)
  const stage = randomId()
  try {
    const rowCount = await stageFile(work, { whiteListImport, agreement, stage })
    await publishEntries({ db, now: clock(), whiteListImport, uniformNo: agreement.UniformNo, stage, rowCount, run: work.run })
    await updateStatistics(db, 'white_list')
  } finally {
    await discardStage(db, stage)
  }
}

/** Marks the upload as being processed and returns it; undefined if it was deleted or has ended. */
const claimImport = async (db: Db, id: number): Promise<WhiteListImport | undefined> => {
  const { rows } = await sql<WhiteListImport>`
    update white_list_import
    set import_status = 'Processing'
    where serial_id = ${id} and import_status in ('Pending', 'Processing')
    returning serial_id as "SerialId", apply_code as "ApplyCode", white_list_file_type as "WhiteListFileType", import_mode as "ImportMode",
      file as "File", upload_user as "UploadUser"`.execute(db)
  return rows[0]
}

interface StagedImport {
  readonly whiteListImport: WhiteListImport
  readonly agreement: WhiteListAgreement
  readonly stage: string
}

/** Reads and validates the file, stages its good rows, and returns their number. */
const stageFile = async ({ ports, schemas, run }: ImportWork, { whiteListImport, agreement, stage }: StagedImport): Promise<number> => {
  const { backgroundDb: db, sheets, clock } = ports
  await run.progress(0)
  const { SerialId, ApplyCode: applyCode, WhiteListFileType: fileType } = whiteListImport
  const { name, bytes } = await loadFile(db, whiteListImport.File, agreement.UniformNo)
  const common = { fileType, accountRule: agreement.rule, applyCode, fields: columnFields(schemas.get('whiteList')), today: taipeiToday(clock()) }
  const errors: RowError[] = []
  const rowOfAccount = new Map<string, number>()
  let header: Header | undefined
  let [total, stagedCount] = [0, 0]
  await withStageWriter(db, stage, async (write) => {
    for await (const chunk of chunksOf(sheets.read({ name, bytes }, sheetLimits), chunkRows)) {
      const rules: RowRules = { ...common, header: header ?? readHeader(chunk[0] ?? { rowNo: 1, cells: [] }, fileType) }
      const data = header ? chunk : chunk.slice(chunk[1] && isExampleRow(chunk[1], rules.header) ? 2 : 1)
      header = rules.header
      const results = data.map((row) => withUniqueAccount(row.rowNo, validateRow(row, rules), rowOfAccount))
      const good = results.flatMap((result) => ('record' in result ? [result] : []))
      errors.push(...results.flatMap((result) => ('errors' in result ? result.errors : [])))
      total += data.length
      stagedCount += good.length
      await write(good)
      await run.progress(total)
    }
  })
  await run.progress(total, total)
  await writeReadResult(db, { table: 'white_list_import', id: SerialId }, { total, errors })
  return stagedCount
}

/** Returns the result of a row; an error if an earlier row of the file has the same account. */
const withUniqueAccount = (rowNo: number, result: RowResult, rowOfAccount: Map<string, number>): RowResult => {
  if ('errors' in result) return result
  const first = rowOfAccount.get(result.account)
  if (first !== undefined) return { errors: [rowError(rowNo, '虛擬帳號', result.account, 'E105', `與第 ${first} 列的虛擬帳號重複，請只留一列。`)] }
  rowOfAccount.set(result.account, rowNo)
  return result
}

/** Marks an upload as failed: it was cancelled, its file cannot be read, or every attempt failed. */
export const failWhiteListImport = async ({ db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>, id: number, reason: unknown): Promise<void> => {
  const isCancelled = reason instanceof JobStopped
  if (!(reason instanceof Refusal || isCancelled)) log.error('white list import failed', { import: id, ...errorFacts(reason) })
  const outcome = outcomeOf(reason)
  const now = clock()
  await sql`
    update white_list_import
    set import_status = 'Failed', success_count = 0, fail_count = total_count, finish_time = ${now.toISOString()}::timestamptz,
      error_log = ${JSON.stringify([rowError(1, '檔案', '', 'E112', outcome)])}::text::jsonb || coalesce(error_log, '[]'),
      update_time = ${nextUpdateTime(now)}
    where serial_id = ${id} and import_status in ('Pending', 'Processing')`.execute(db)
  if (isCancelled) await writeOutcome(db, { name: whiteListImportJob, data: { SerialId: id }, outcome })
}

const outcomeOf = (reason: unknown): string => {
  if (reason instanceof Refusal) return reason.message
  if (reason instanceof JobStopped) return '匯入已取消，這個檔案沒有匯入任何資料；如仍需要，請重新上傳整個檔案。'
  return '系統發生錯誤，這個檔案沒有匯入任何資料，請稍後重新上傳。'
}
