import { sql } from 'kysely'
import { actorOf, companyOf } from '../../access/caller'
import type { Call } from '../../call'
import type { Db } from '../../ports'

/** Name of the job that processes a bank file. */
export const bankFileJob = 'bankFile'

/** The SQL of the note that the list of jobs shows for a file that waits for people: why it waits. */
export const bankFileNote = sql<string | null>`(
  select f.error_message from bank_file f
  where f.serial_id = (job.data ->> 'SerialId')::bigint and f.import_status in ('Held', 'PendingRelease')
)`

/** Enqueues the processing of a file for the caller, in the transaction of its record. */
export const enqueueBankFile = async (
  { ports, scope }: Pick<Call, 'ports' | 'scope'>,
  trx: Db,
  SerialId: unknown,
): Promise<void> =>
  void (await ports.jobs.enqueue(
    trx,
    bankFileJob,
    { SerialId },
    { uniformNo: companyOf(scope), userId: actorOf(scope) },
  ))
