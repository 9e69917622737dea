import { type RawBuilder, sql } from 'kysely'
import type { JobInfo } from '../../contract/call-responses'
import { Refusal } from '../../domain/refusal'
import type { Resource } from '../../schema/language/resource'
import { schemaSet } from '../../schema/load/schema-set'
import { actorOf, companyOf } from '../access/caller'
import { type Call, type Handler, HttpRefusal } from '../call'
import { auditRecord, contextOf } from '../context'
import { toTaipei } from '../database/times'
import type { Db } from '../ports'
import { displayTextsOf } from '../records/labels'
import { parseKeyNumber } from '../records/parse-key'
import type { JobCounts, JobKind, JobListing } from './job-listing'

/** The columns of a job that determine its page and its title. */
interface JobRecord {
  readonly name: string
  readonly serialId: number | null
  /** The resource whose records a job imports, and the name of the file. */
  readonly resource: string | null
  readonly fileName: string | null
  /** The key and the title of the record of another page, if the job has one (see `JobListing`). */
  readonly recordId: string | null
  readonly recordTitle: string | null
}

type OwnJob = JobRecord & Omit<JobInfo, 'Page' | 'RecordId' | 'Title'>

/** Returns the handler of the call for the latest 20 jobs of the user, newest first. */
export const listOwnJobs: Handler = async (call): Promise<readonly JobInfo[]> => {
  const kinds = call.modules.jobKinds
  const jobs = await latestJobs(call, kinds)
  const jobsOf = (page: string) => jobs.filter(({ name }) => kinds.get(name)?.resource === page)
  const titles = new Map<string, ReadonlyMap<unknown, string>>()
  for (const page of new Set(jobs.flatMap(({ name }) => kinds.get(name)?.resource ?? [])))
    titles.set(page, await titlesOf(call, page, jobsOf(page)))
  const recordOf = (job: JobRecord): Pick<JobInfo, 'Page' | 'RecordId' | 'Title'> => {
    const { resource: page, listing = {} } = kinds.get(job.name) ?? {}
    if (listing.record)
      return job.recordTitle === null
        ? deletedRecord
        : { Page: listing.record.page, RecordId: job.recordId, Title: job.recordTitle }
    if (job.resource !== null && call.schemas.has(job.resource))
      return {
        Page: job.resource,
        RecordId: null,
        Title: `${call.schemas.get(job.resource).label}${listing.verb ?? '匯入'}：${job.fileName}`,
      }
    if (page === undefined) return deletedRecord
    const title = job.serialId === null ? call.schemas.get(page).label : titles.get(page)?.get(job.serialId)
    if (title === undefined) return deletedRecord
    return { Page: page, RecordId: job.serialId?.toString() ?? null, Title: `${listing.prefix ?? ''}${title}` }
  }
  return jobs.map(({ name, serialId, resource, fileName, recordId, recordTitle, ...job }) => ({
    ...job,
    ...recordOf({ name, serialId, resource, fileName, recordId, recordTitle }),
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

const latestJobs = ({ ports, scope }: Call, kinds: ReadonlyMap<string, JobKind>): Promise<readonly OwnJob[]> =>
  ports.db
    .selectFrom('job')
    .select(['id as JobId', 'name', 'state as State', 'done as Done', 'total as Total', 'error as Error'])
    .select(['create_time as CreateTime', 'finish_time as FinishTime'])
    .select([
      sql<number | null>`(data->>'SerialId')::bigint`.as('serialId'),
      sql<string | null>`data->>'resource'`.as('resource'),
      sql<string | null>`data->>'fileName'`.as('fileName'),
      byJobName(kinds, ({ record }) => record?.id).as('recordId'),
      byJobName(kinds, ({ record }) => record?.title).as('recordTitle'),
      byJobName(kinds, ({ note }) => note).as('Note'),
      countByJobName(kinds, 'succeeded').as('SuccessCount'),
      countByJobName(kinds, 'failed').as('FailCount'),
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
  const keys = jobs.flatMap(({ serialId }) => serialId ?? [])
  const context = { db: ports.db, schemas: schemaSet([withNameFirst(schemas.get(page))]), scope }
  return displayTextsOf(context, { to: page, by: 'SerialId', same: [] }, [...new Set(keys)])
}

/** Returns a resource whose display text has the name before the number: users know their files by name. */
const withNameFirst = (resource: Resource): Resource => ({
  ...resource,
  display: resource.display.replace(/^(\{\w+\}) (\{\w+\})$/, '$2（$1）'),
})

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

/**
 * Returns SQL that selects an expression by the name of the job; null for jobs whose kind has none.
 * The expressions may refer to the row `job`.
 */
const byJobName = <T extends string | number = string>(
  kinds: ReadonlyMap<string, JobKind>,
  expressionOf: (listing: JobListing) => RawBuilder<T | null> | undefined,
  otherwise: RawBuilder<T | null> = sql`null`,
): RawBuilder<T | null> => {
  const cases = [...kinds].flatMap(([name, { listing }]) => {
    const expression = expressionOf(listing)
    return expression ? [sql`when ${name} then ${expression}`] : []
  })
  return cases.length === 0 ? otherwise : sql`case job.name ${sql.join(cases, sql` `)} else ${otherwise} end`
}

/** Returns SQL for a number of rows of an ended import; null for all other jobs. */
const countByJobName = (kinds: ReadonlyMap<string, JobKind>, name: keyof JobCounts): RawBuilder<number | null> =>
  sql`case when job.state = 'done' then ${byJobName<number>(kinds, ({ counts }) => counts?.[name], storedCounts[name])} end`

/** The numbers of the result that the import of records stores; a check, which has no mode, writes nothing. */
const storedCounts: JobCounts = {
  succeeded: sql`case
    when (job.result->>'Written')::boolean then (job.result->>'GoodCount')::int
    when job.result is not null and job.data->>'mode' is not null then 0 end`,
  failed: sql`case when job.data->>'mode' is not null then (job.result->>'BadCount')::int end`,
}
