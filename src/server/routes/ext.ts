import { declaredEndpoints } from '../../contract/all-endpoints'
import { endpoints } from '../../contract/endpoints'
import { type Capabilities, extensions } from '../../contract/extensions'
import type { Controller } from '../http/call'
import { importResultOf } from '../imports/records/job'
import { cancelOwnJob, listOwnJobs, markJobsRead } from '../jobs/own-jobs'

/** Calls beyond the specification. */
export const ext: Controller = {
  GetCapabilities: async ({ schemas, isServed }): Promise<Capabilities> => ({
    Calls: [...Object.keys(extensions), ...Object.keys(declaredEndpoints(schemas))].filter(isServed),
    Missing: Object.keys(endpoints).filter((id) => !isServed(id)),
  }),
  GetJobs: listOwnJobs,
  ReadJobs: markJobsRead,
  CancelJob: cancelOwnJob,
  GetImportResult: importResultOf,
}
