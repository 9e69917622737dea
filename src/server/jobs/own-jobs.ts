import { sql } from 'kysely'
import type { JobInfo } from '../../contract/extensions'
import type { Call, Handler } from '../call'
import { textsOf } from '../records/row-labels'
import { actorOf, companyOf } from '../store/tenant'
import { toTaipei } from '../store/times'

/** The pages of the records that jobs are for, by the job's name; `SerialId` in a job's data is the record's key. */
const pages: Readonly<Record<string, string>> = { billImport: 'billImportList' }

interface OwnJob extends Omit<JobInfo, 'Page' | 'RecordId' | 'Title'> {
  readonly name: string
  readonly serialId: number | null
}

/** The latest jobs that the user asked for, newest first. */
export const jobsOf: Handler = async (call): Promise<readonly JobInfo[]> => {
  const jobs = await latestJobs(call)
  const titles = new Map<string, ReadonlyMap<unknown, string>>()
  for (const page of new Set(jobs.flatMap(({ name }) => pages[name] ?? []))) titles.set(page, await titlesOf(call, page, jobs))
  return jobs.map(({ name, serialId, ...job }) => {
    const page = pages[name]
    const title = page === undefined ? undefined : titles.get(page)?.get(serialId)
    return {
      ...job,
      Error: job.Error && forPeople(job.Error, job.State),
      Page: title === undefined ? null : (page ?? null),
      RecordId: title === undefined ? null : String(serialId),
      Title: title ?? '',
      CreateTime: toTaipei(job.CreateTime),
      FinishTime: job.FinishTime && toTaipei(job.FinishTime),
    }
  })
}

// A refusal is a Chinese sentence; what nobody foresaw is kept in English, for the operator.
const forPeople = (error: string, state: JobInfo['State']): string => {
  if (/\p{Script=Han}/u.test(error)) return error
  return state === 'failed' ? '系統發生錯誤，作業沒有完成，請稍後再試；若持續發生，請洽服務窗口。' : '前次處理時系統發生錯誤，稍後會自動再試一次。'
}

/** Notes that the user has seen how her jobs ended. */
export const readJobs: Handler = async ({ ports, scope }): Promise<null> => {
  await sql`
    update job
    set read_time = now()
    where uniform_no = ${companyOf(scope)} and user_id = ${actorOf(scope)} and finish_time is not null and read_time is null`.execute(ports.db)
  return null
}

const latestJobs = async ({ ports, scope }: Call): Promise<readonly OwnJob[]> => {
  const { rows } = await sql<OwnJob>`
    select
      id as "JobId", name, (data->>'SerialId')::bigint as "serialId", state as "State", done as "Done", total as "Total", error as "Error",
      cancel_time is not null and finish_time is null as "Cancelling", create_time as "CreateTime", finish_time as "FinishTime", finish_time is not null and read_time is null as "Unread"
    from job
    where uniform_no = ${companyOf(scope)} and user_id = ${actorOf(scope)}
    order by id desc
    limit 20`.execute(ports.db)
  return rows
}

const titlesOf = ({ ports, schemas, scope }: Call, page: string, jobs: readonly OwnJob[]) => {
  const keys = jobs.flatMap(({ name, serialId }) => (pages[name] === page && serialId !== null ? [serialId] : []))
  return textsOf({ db: ports.db, schemas, scope }, { to: page, by: 'SerialId', same: [] }, [...new Set(keys)])
}
