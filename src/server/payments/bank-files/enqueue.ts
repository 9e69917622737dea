import { actorOf, companyOf } from '../../access/caller'
import type { Call } from '../../call'
import type { Db } from '../../ports'

/** Name of the job that processes a bank file. */
export const bankFileJob = 'bankFile'

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
