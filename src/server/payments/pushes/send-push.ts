import { sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import { JobDeferred } from '../../jobs/job-rows'
import type { ModuleJob } from '../../module'
import { noticeRetryMinutes } from '../../notices/notices'
import type { Db, JobData, JobRun, Ports } from '../../ports'
import { type DeliveryResult, deliver } from './deliver'
import { giveUpPush } from './give-up'
import { findNotice, type PushNotice } from './notice'

/** The maximum number of agreements and methods to which a process sends at the same time. */
const maxLanes = 32

/**
 * The job that sends one notice.
 * A process sends the notices of an agreement and method one after the other, so that a slow receiver delays only its own.
 * No connection to the database is held while the receiver is called.
 */
export const sendPush: ModuleJob = {
  run: ({ ports }, data, run) => sendNotice(ports, data, run),
  onFailure: ({ ports }, data) => giveUpPush(ports, Number(data.SerialId), Number(data.Round)),
  retryMinutes: noticeRetryMinutes,
  maxLanes,
}

const sendNotice = async (ports: Ports, { SerialId, Round }: JobData, run: JobRun): Promise<void> => {
  const notice = await findNotice(ports.db, Number(SerialId))
  if (!notice || !isUnsent(notice, Number(Round))) return
  const result = await deliver(ports, notice)
  const { NotifyMethod: method } = notice
  ports.metrics.recordPush({ method, result: result.outcome })
  await ports.db.transaction().execute(async (trx) => {
    await run.confirm(trx)
    await writeResult({ ...ports, db: trx }, notice, result)
    // The notice has the result, and the table of jobs remains small.
    if (result.outcome === 'taken') await trx.deleteFrom('job').where('id', '=', run.id).execute()
  })
  if (result.outcome === 'refused') throw new Refusal('2006', result.message)
  if (result.outcome === 'failed')
    throw new JobDeferred(`Notice ${notice.NotifyId} was not taken (${method}, ${result.code ?? 'no response'}).`)
}

/** Returns whether a notice waits for the job of this round: it has not been taken, given up, or sent again since. */
const isUnsent = ({ NotifyStatus, ResendCount }: PushNotice, round: number): boolean =>
  ResendCount === round && (NotifyStatus === 'Pending' || NotifyStatus === 'Failed')

const writeResult = async (
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { NotifyId, ApplyCode, NotifyMethod, ResendCount }: PushNotice,
  { outcome, code, message }: DeliveryResult,
): Promise<void> => {
  const now = clock().toISOString()
  await sql`
    update immediate_client_notify
    set notify_status = ${outcome === 'taken' ? 'Success' : 'Failed'}, notify_time = ${now}::timestamptz,
      retry_count = case when notify_status = 'Pending' then 0 else retry_count + 1 end, response_code = ${code}, response_message = ${message},
      update_user = 'system', update_time = greatest(${now}::timestamptz, update_time + interval '1 microsecond')
    where serial_id = ${NotifyId} and resend_count = ${ResendCount}`.execute(db)
  if (outcome === 'taken') await endOutage(db, ApplyCode, NotifyMethod)
}

const endOutage = async (db: Db, applyCode: string, method: string): Promise<void> => {
  await db
    .deleteFrom('internal_push_outage')
    .where('apply_code', '=', applyCode)
    .where('notify_method', '=', method)
    .execute()
}
