import { declaredEndpoints } from '../../contract/all-endpoints'
import { endpoints } from '../../contract/endpoints'
import { type Capabilities, extensions } from '../../contract/extensions'
import type { Controller } from '../http/call'
import { importResultOf } from '../imports/records/job'
import { cancelOwnJob, listOwnJobs, markJobsRead } from '../jobs/own-jobs'
import { bookBankCredit } from '../payments/bank-credits/book-bank-credit'

/** Calls that the bank's specification does not contain. */
export const ext: Controller = {
  GetCapabilities: async ({ schemas, isServed, ports }): Promise<Capabilities> => ({
    Calls: Object.entries({ ...extensions, ...declaredEndpoints(schemas) }).flatMap(([id, { session }]) =>
      isServed(id) && (session !== 'bankSystem' || ports.settings.bankCreditSecrets.length > 0) ? [id] : [],
    ),
    Missing: Object.keys(endpoints).filter((id) => !isServed(id)),
  }),
  GetJobs: listOwnJobs,
  ReadJobs: markJobsRead,
  CancelJob: cancelOwnJob,
  GetImportResult: importResultOf,
  BankCredits: bookBankCredit,
}
