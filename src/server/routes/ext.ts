import { declaredEndpoints } from '../../contract/all-endpoints'
import { type Capabilities, extensions } from '../../contract/extensions'
import type { Controller } from '../call'
import { handlerFor } from '../handlers'
import { cancelOwnJob } from '../jobs/cancel-own-job'
import { jobsOf, readJobs } from '../jobs/own-jobs'

/** What this backend can do beyond the specification. */
export const ext: Controller = {
  GetCapabilities: async ({ schemas }): Promise<Capabilities> => ({
    Calls: [...Object.keys(extensions), ...Object.keys(declaredEndpoints(schemas))].filter((id) => handlerFor(id, schemas) !== undefined),
  }),
  GetJobs: jobsOf,
  ReadJobs: readJobs,
  CancelJob: cancelOwnJob,
}
