import { declaredEndpoints } from '../../contract/all-endpoints'
import { endpoints } from '../../contract/endpoints'
import { type Capabilities, extensions } from '../../contract/extensions'
import type { Controller } from '../call'
import { isServed } from '../handlers'
import { cancelOwnJob } from '../jobs/cancel-own-job'
import { jobsOf, readJobs } from '../jobs/own-jobs'

/** What this backend can do beyond the specification. */
export const ext: Controller = {
  GetCapabilities: async ({ schemas }): Promise<Capabilities> => ({
    Calls: [...Object.keys(extensions), ...Object.keys(declaredEndpoints(schemas))].filter(isServed(schemas)),
    Missing: Object.keys(endpoints).filter((id) => !isServed(schemas)(id)),
  }),
  GetJobs: jobsOf,
  ReadJobs: readJobs,
  CancelJob: cancelOwnJob,
}
