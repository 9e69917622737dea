import { sql } from 'kysely'
import type { JobInfo } from '../../contract/call-responses'
import { Refusal } from '../../domain/refusal'
import { actorOf, companyOf } from '../access/caller'
import { importSlipsJob } from '../bills/batches/import-slips'
import { runTitle } from '../bills/notices/log'
import { billNoticeJob } from '../bills/notices/send'
import { type Call, type Handler, HttpRefusal } from '../call'
import { auditRecord, contextOf } from '../context'
import { toTaipei } from '../database/times'
import { billCheckJob } from '../imports/bills/check'
import { bankFileJob } from '../payments/bank-files/enqueue'
import type { Db } from '../ports'
import { displayTextsOf } from '../records/labels'
import { parseKeyNumber } from '../records/parse-key'

/** The page that shows the record of a job, by the job's name; `SerialId` in the job's data is the record's key. */
const pageByJobName: Readonly<Record<string, string>> = {
  bankFile: 'bankFile',
  billImport: 'billImportList',
  billImportSlips: 'billImportList',
  makePDF: 'makePDFList',
  whiteListImport: 'whiteListImportList',
}

/** The columns of a job that determine its page and its title. */
interface JobRecord {
  readonly name: string
  readonly serialId: number | null
  /** The resource whose records a job imports, and the name of the file. */
  readonly resource: string | null
  readonly fileName: string | null
  /** The run of notices that a job sends, and the title of the run, which contains the number of sent notices. */
  readonly runId: string | null
  readonly noticeTitle: string | null
}

type OwnJob = JobRecord & Omit<JobInfo, 'Page' | 'RecordId' | 'Title'>

/** Returns the latest 20 jobs of the user, newest first. */
export const listOwnJobs: Handler = async (call): Promise<readonly JobInfo[]> => {
  const jobs = await latestJobs(call)
  const titles = new Map<string, ReadonlyMap<unknown, string>>()
  for (const page of new Set(jobs.flatMap(({ name }) => pageByJobName[name] ?? [])))
    titles.set(page, await titlesOf(call, page, jobs))
  const recordOf = ({
    name,
    serialId,
    resource,
    fileName,
    runId,
    noticeTitle,
  }: JobRecord): Pick<JobInfo, 'Page' | 'RecordId' | 'Title'> => {
    if (name === billNoticeJob)
      return noticeTitle === null ? deletedRecord : { Page: 'noticeRun', RecordId: runId, Title: noticeTitle }
    if (resource !== null && call.schemas.has(resource))
      return {
        Page: resource,
        RecordId: null,
        Title: `${call.schemas.get(resource).label}${name === billCheckJob ? '檢查' : '匯入'}：${fileName}`,
      }
    const page = pageByJobName[name]
    const title = page === undefined ? undefined : titles.get(page)?.get(serialId)
    return page === undefined || title === undefined
      ? deletedRecord
      : { Page: page, RecordId: String(serialId), Title: name === importSlipsJob ? `繳款單產製：${title}` : title }
  }
  return jobs.map(({ name, serialId, resource, fileName, runId, noticeTitle, ...job }) => ({
    ...job,
    ...recordOf({ name, serialId, resource, fileName, runId, noticeTitle }),
    Error: job.Error && readableError(job.Error, job.State),
    CreateTime: toTaipei(job.CreateTime),
    FinishTime: job.FinishTime && toTaipei(job.FinishTime),
  }))
}

const deletedRecord = { Page: null, RecordId: null, Title: '' }

// A refusal is a zh-TW message; unexpected errors are stored in English, for the operator.
const readableError = (error: string, state: JobInfo['State']): string => {
  if (/\p{Script=Han}/u.test(error)) return error
  return state === 'failed'
    ? '系統發生錯誤，作業沒有完成，請稍後再試；若持續發生，請洽服務窗口。'
    : '前次處理時系統發生錯誤，稍後會自動再試一次。'
}

/** Marks the ended jobs of the user as read. */
export const markJobsRead: Handler = async ({ ports, scope }): Promise<null> => {
  await ports.db
    .updateTable('job')
    .set({ read_time: sql`now()` })
    .where('uniform_no', '=', companyOf(scope))
    .where('user_id', '=', actorOf(scope))
    .where('finish_time', 'is not', null)
    .where('read_time', 'is', null)
    .execute()
  return null
}

const latestJobs = ({ ports, scope }: Call): Promise<readonly OwnJob[]> =>
  ports.db
    .selectFrom('job')
    .select(['id as JobId', 'name', 'state as State', 'done as Done', 'total as Total', 'error as Error'])
    .select(['create_time as CreateTime', 'finish_time as FinishTime'])
    .select([
      sql<number | null>`(data->>'SerialId')::bigint`.as('serialId'),
      sql<string | null>`data->>'resource'`.as('resource'),
      sql<string | null>`data->>'fileName'`.as('fileName'),
      sql<string | null>`data->>'RunId'`.as('runId'),
      runTitle.as('noticeTitle'),
      sql<string | null>`(
        select f.error_message from bank_file f
        where job.name = ${bankFileJob} and f.serial_id = (job.data ->> 'SerialId')::bigint and f.import_status = 'Held'
      )`.as('Note'),
      sql<boolean>`cancel_time is not null and finish_time is null`.as('Cancelling'),
      sql<boolean>`finish_time is not null and read_time is null`.as('Unread'),
    ])
    .where('uniform_no', '=', companyOf(scope))
    .where('user_id', '=', actorOf(scope))
    .orderBy('id', 'desc')
    .limit(20)
    .$narrowType<Pick<OwnJob, 'State'>>()
    .execute()

const titlesOf = ({ ports, schemas, scope }: Call, page: string, jobs: readonly OwnJob[]) => {
  const keys = jobs.flatMap(({ name, serialId }) =>
    pageByJobName[name] === page && serialId !== null ? [serialId] : [],
  )
  return displayTextsOf({ db: ports.db, schemas, scope }, { to: page, by: 'SerialId', same: [] }, [...new Set(keys)])
}

/** Cancels one of the user's own jobs; throws a refusal (404) for the jobs of other users. */
export const cancelOwnJob: Handler = async (call): Promise<null> => {
  const { ports, params } = call
  const id = parseKeyNumber(params.JobId ?? '')
  await ports.db.transaction().execute(async (trx) => {
    if (id === null || !(await isOwnJob(trx, call, id))) throw new HttpRefusal(404, '找不到這項作業，可能已經刪除。')
    if (!(await ports.jobs.cancel(trx, id)))
      throw new Refusal('2006', '這項作業已經結束，不能再取消；結果請見作業通知。')
    await auditRecord(
      { ...contextOf(call), db: trx },
      { name: 'job', key: ['JobId'] },
      { action: 'Cancel', key: { JobId: id } },
    )
  })
  return null
}

const isOwnJob = async (trx: Db, { scope }: Call, id: number): Promise<boolean> => {
  const ownJob = trx
    .selectFrom('job')
    .select('id')
    .where('id', '=', id)
    .where('uniform_no', '=', companyOf(scope))
    .where('user_id', '=', actorOf(scope))
  return (await ownJob.executeTakeFirst()) !== undefined
}
