import { type Capabilities, type ExtensionId, extensions } from '../../contract/extensions'
import type { Controller } from '../call'
import { handlerFor } from '../handlers'
import { jobsOf, readJobs } from '../jobs/own-jobs'

/** What this backend can do beyond the specification. */
export const ext: Controller = {
  GetCapabilities: async ({ schemas }): Promise<Capabilities> => ({
    Calls: (Object.keys(extensions) as ExtensionId[]).filter((id) => handlerFor(id, schemas) !== undefined),
  }),
  GetJobs: jobsOf,
  ReadJobs: readJobs,
}
