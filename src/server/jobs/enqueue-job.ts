import { actorOf, companyOf } from '../access/caller'
import type { JobData } from '../ports'
import type { RecordContext } from '../record-context'
import { insertJob } from './job-rows'

/**
 * Enqueues a job of a module for the caller, in the transaction of the context, and returns its number.
 * Throws an error if no module has a job of this name.
 */
export const enqueueJob = (
  { db, scope, modules }: Pick<RecordContext, 'db' | 'scope' | 'modules'>,
  name: string,
  data: JobData,
): Promise<number> => {
  if (!modules.jobKinds.has(name)) throw new Error(`No module has the job "${name}".`)
  return insertJob(db, { name, data, owner: { uniformNo: companyOf(scope), userId: actorOf(scope) } })
}
