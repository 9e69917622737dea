import type { ImportMapping, ImportMode, ImportResult } from '../../../contract/imports'
import { Refusal } from '../../../domain/refusal'
import type { OnExisting } from '../../../schema/language/import'
import type { RecordValues } from '../../../schema/language/types'
import { actorOf, companyOf } from '../../access/caller'
import { resourceView } from '../../access/fields'
import { type Call, type Handler, HttpRefusal } from '../../call'
import { contextOf } from '../../context'
import { createOnce } from '../../creation-requests'
import { updateStatistics } from '../../database/statistics'
import { deleteHiddenFile, hideFile, loadUpload } from '../../files'
import { JobCancelled, writeOutcome } from '../../jobs/job-rows'
import type { ModuleJob } from '../../module'
import type { Db, SheetRow } from '../../ports'
import { parseKeyNumber } from '../../records/parse-key'
import type { Scope } from '../../scope'
import { contentHash } from '../../security/keys'
import { cancelledCheckText, emptyResult, endWithResult } from '../result'
import { limitsOf, titlesIn, type UploadedSheet } from '../upload'
import { reserveUpload, storeUpload } from '../uploaded-files'
import { recordImport } from './earlier-import'
import { importLayout } from './row-input'
import { runImport } from './run-import'

/** Name of the job that imports or checks a large file. */
export const recordImportJob = 'recordImport'

/** What a user requests for a file of records. */
export interface ImportRequest {
  readonly resource: string
  readonly mapping: ImportMapping
  /** Null for a check, which imports nothing. */
  readonly mode: ImportMode | null
  /** Values by field for cells that are empty. */
  readonly valuesForEmptyCells: RecordValues
  /** The action for rows with an existing record. */
  readonly onExisting: OnExisting
  /** Whether rows that equal recorded data are imported. */
  readonly includesEqual: boolean
  /** Whether the content may have been imported before. */
  readonly isRepeatConfirmed: boolean
}

/** The data of the job that imports or checks a file. */
interface RecordImportData extends ImportRequest {
  readonly file: string
  readonly fileName: string
  readonly scope: Scope
  readonly ip: string
}

/** Stores the file and enqueues a job that imports or checks it. Returns an empty result with the number of the job. */
export const enqueueImportOrCheck = async (
  call: Call,
  sheet: UploadedSheet,
  request: ImportRequest,
): Promise<ImportResult> => {
  const { ports, scope, client } = call
  const file = sheet.id ?? (await storeUpload(call, request.resource, sheet))
  const data = { ...request, file, fileName: sheet.name, scope, ip: client.ip } satisfies RecordImportData
  const enqueue = async (db: Db): Promise<ImportResult> => {
    // A check does not reserve the file, because the user can still import it.
    if (request.mode !== null) await reserveUpload(db, file)
    const JobId = await ports.jobs.enqueue(db, recordImportJob, data, {
      uniformNo: companyOf(scope),
      userId: actorOf(scope),
    })
    return { ...emptyResult, JobId, Titles: sheet.titles }
  }
  return ports.db.transaction().execute((db) =>
    createOnce(
      { ...contextOf(call), db },
      (outData) => ({ outData }),
      () => enqueue(db),
    ),
  )
}

/**
 * Runs the job that imports or checks a file.
 * All records are published in one transaction at the end, so after a crash the job starts again from the first row.
 */
const runRecordImport: ModuleJob['run'] = async ({ ports, schemas, modules }, data, run) => {
  // The cast is safe, because `enqueueImportOrCheck` wrote the data.
  const request = data as unknown as RecordImportData
  const { resource: name, file: id, mapping, mode, scope, ip } = request
  if (await hasResult(ports.backgroundDb, run.id)) return
  const resource = schemas.get(name)
  const { import: spec } = resourceView({ scope }, resource)
  if (!spec) throw new Refusal('2006', `${resource.label}已經不能匯入。`)
  const file = await loadUpload(ports.backgroundDb, id, companyOf(scope))
  const titles: string[] = []
  const context = { db: ports.backgroundDb, schemas, modules, scope, clock: ports.clock, ip }
  const importedFile = {
    resource: name,
    contentHash: await contentHash(file.bytes),
    isRepeatConfirmed: request.isRepeatConfirmed,
  }
  await runImport(context, {
    ...request,
    ...importLayout(resource, spec, mapping),
    module: modules.get(name),
    titles,
    rows: () => rowsBelowTitles(ports.sheets.read({ name: file.name, bytes: file.bytes }, limitsOf(spec)), titles),
    progress: (done) => run.progress(done),
    end: async (trx, result) => {
      if (mode !== null) await hideFile(trx, id)
      if (result.Written) await recordImport(context, trx, importedFile)
      await endWithResult(trx, run, result)
    },
  })
  if (mode !== null) await deleteHiddenFile(ports.backgroundDb, id)
  await updateStatistics(ports.backgroundDb, resource.table)
}

/**
 * Hides the file of a failed import, so that it is deleted later, and stores the message about a cancelled job.
 * Does not hide the file of a check, because a queued import may use the same file.
 */
const onRecordImportFailure: ModuleJob['onFailure'] = async ({ ports: { db } }, { file, mode }, reason) => {
  if (mode !== null) await hideFile(db, String(file))
  if (!(reason instanceof JobCancelled)) return
  // The mode is included, because a check of the same file may have been cancelled too.
  await writeOutcome(db, {
    name: recordImportJob,
    data: { file, mode },
    outcome: mode === null ? cancelledCheckText : cancelledImportText,
  })
}

/** The job that imports or checks a large file. */
export const recordImports: ModuleJob = { run: runRecordImport, onFailure: onRecordImportFailure }

const cancelledImportText = '匯入已取消，沒有寫入任何資料；如仍需要，請重新匯入整個檔案。'

/** Returns the result of one of the user's own imports or checks. */
export const importResultOf: Handler = async ({ ports, scope, params }): Promise<ImportResult> => {
  const job = await ports.db
    .selectFrom('job')
    .select('result')
    .where('id', '=', parseKeyNumber(params.JobId ?? ''))
    .where('result', 'is not', null)
    .where('uniform_no', '=', companyOf(scope))
    .where('user_id', '=', actorOf(scope))
    .$narrowType<{ result: ImportResult }>()
    .executeTakeFirst()
  if (!job) throw new HttpRefusal(404, '找不到這項匯入的結果，可能已經刪除，或作業還沒有完成。')
  return job.result
}

/** Returns whether a job has stored its result. The result is stored in the transaction that publishes the records. */
const hasResult = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('job').select('id').where('id', '=', id).where('result', 'is not', null).executeTakeFirst()) !==
  undefined

/** Returns the rows below the title row. Writes the titles into the array `titles`. */
const rowsBelowTitles = async function* (rows: AsyncIterable<SheetRow>, titles: string[]): AsyncGenerator<SheetRow> {
  let isTitleRow = true
  for await (const row of rows) {
    if (isTitleRow) titles.splice(0, titles.length, ...titlesIn(row))
    else yield row
    isTitleRow = false
  }
}
