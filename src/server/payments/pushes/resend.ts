import type { RecordValues } from '../../../schema/language/types'
import { insertJob } from '../../jobs/job-rows'
import type { RecordContext } from '../../record-context'
import { type PushJobData, pushJob } from './write-pushes'

/**
 * Enqueues the job that sends a notice again, in the transaction that has counted the request.
 * A job that still waits for its retry ends without effect, because the count has changed.
 */
export const resendPush = async (
  { db }: Pick<RecordContext, 'db'>,
  { SerialId, ResendCount, ApplyCode, NotifyMethod }: RecordValues,
): Promise<void> => {
  const data: PushJobData = {
    SerialId: Number(SerialId),
    Round: Number(ResendCount),
    lane: `${ApplyCode} ${NotifyMethod}`,
  }
  await insertJob(db, { name: pushJob, data })
}
