import { sql } from 'kysely'
import type { ImportMapping, ImportMode, ImportResult } from '../../../contract/imports'
import { Refusal } from '../../../domain/refusal'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { actorOf, companyOf } from '../../access/caller'
import { resourceView } from '../../access/fields'
import { updateStatistics } from '../../database/statistics'
import { deleteHiddenFile, hideFile, keepFile, loadFile, sheetMediaType, writeFile } from '../../files'
import { type Call, type Handler, HttpRefusal, type Scope } from '../../http/call'
import { JobStopped, writeOutcome } from '../../jobs/job-rows'
import type { Db, JobData, JobRun, Ports, SheetRow } from '../../ports'
import { keyNumber } from '../../records/key-value'
import { importLayout } from './row-input'
import { importFile } from './run'
import { limitsOf, titlesIn, type UploadedSheet } from './upload'

/** Name of the job that imports a file of many rows. */
export const recordImportJob = 'recordImport'

/** The data of the job. */
interface JobFile {
  readonly resource: string
  readonly file: string
  readonly fileName: string
  readonly mapping: ImportMapping
  readonly mode: ImportMode | null
  readonly existing: 'refuse' | 'update'
  readonly scope: Scope
  readonly ip: string
}

/** Stores a file and enqueues its job; returns an empty result with the job's number. */
export const startImport = async (
  { ports, scope, caller }: Call,
  { name: fileName, bytes, titles }: UploadedSheet,
  request: Pick<JobFile, 'resource' | 'mapping' | 'mode' | 'existing'>,
): Promise<ImportResult> => {
  const uniformNo = companyOf(scope)
  const file = await writeFile(ports.backgroundDb, { name: fileName, type: sheetMediaType(fileName), bytes, uniformNo })
  const data = { ...request, file, fileName, scope, ip: caller.ip } satisfies JobFile
  const JobId = await ports.db.transaction().execute(async (db) => {
    await keepFile(db, file)
    return ports.jobs.enqueue(db, recordImportJob, data, { uniformNo, userId: actorOf(scope) })
  })
  return { JobId, Written: false, TotalCount: 0, GoodCount: 0, BadCount: 0, CreateCount: 0, UpdateCount: 0, Titles: titles, BadRows: [] }
}

/** Imports the file of a job. After a crash it starts again from the first row: all records are published in one transaction at the end. */
export const runRecordImport = async (ports: Ports, schemas: SchemaSet, data: JobData, run: JobRun): Promise<void> => {
  const { resource: name, file: id, mapping, mode, existing, scope, ip } = data as unknown as JobFile
  if (await hasEnded(ports.backgroundDb, run.id)) return
  const resource = schemas.get(name)
  const { import: spec } = resourceView({ scope }, resource)
  if (!spec) throw new Refusal('2006', `${resource.label}已經不能匯入。`)
  const file = await loadFile(ports.backgroundDb, id, companyOf(scope))
  const titles: string[] = []
  await importFile(
    { db: ports.backgroundDb, schemas, scope, clock: ports.clock, ip },
    {
      ...importLayout(resource, spec, mapping),
      existing,
      mode,
      titles,
      rows: () => rowsBelowTitles(ports.sheets.read({ name: file.name, bytes: file.bytes }, limitsOf(spec)), titles),
      progress: (done) => run.progress(done),
      end: async (trx, result) => {
        await run.confirm(trx)
        const { TotalCount } = result
        await sql`update job set result = ${JSON.stringify(result)}::text::jsonb, done = ${TotalCount}, total = ${TotalCount} where id = ${run.id}`.execute(trx)
        await hideFile(trx, id)
        await run.end(trx)
      },
    },
  )
  await deleteHiddenFile(ports.backgroundDb, id)
  await updateStatistics(ports.backgroundDb, resource.table)
}

/** Deletes the file of a failed job, and writes the outcome of a cancelled one. */
export const failRecordImport = async (trx: Db, { file }: JobData, reason: unknown): Promise<void> => {
  await hideFile(trx, String(file))
  if (reason instanceof JobStopped) await writeOutcome(trx, { name: recordImportJob, data: { file: String(file) }, outcome: cancelled })
}

const cancelled = '匯入已取消，沒有寫入任何資料；如仍需要，請重新匯入整個檔案。'

/** Returns the result of one of the user's own imports. */
export const importResultOf: Handler = async ({ ports, scope, params }): Promise<ImportResult> => {
  const { rows } = await sql<{ result: ImportResult }>`
    select result from job
    where id = ${keyNumber(params.JobId ?? '')} and name = ${recordImportJob} and result is not null
      and uniform_no = ${companyOf(scope)} and user_id = ${actorOf(scope)}`.execute(ports.db)
  if (!rows[0]) throw new HttpRefusal(404, '找不到這項匯入的結果，可能已經刪除，或作業還沒有完成。')
  return rows[0].result
}

const hasEnded = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql`select 1 from job where id = ${id} and result is not null`.execute(db)
  return rows.length > 0
}

/** Returns the rows below the first one, and writes the titles in the first one to `titles`. */
const rowsBelowTitles = async function* (rows: AsyncIterable<SheetRow>, titles: string[]): AsyncGenerator<SheetRow> {
  let isTitle = true
  for await (const row of rows) {
    if (isTitle) titles.splice(0, titles.length, ...titlesIn(row))
    else yield row
    isTitle = false
  }
}
