import type { Capabilities } from '../../contract/extensions'
import type { Controller } from '../call'
import { importResultOf, recordImportJob, recordImports } from '../imports/records/job'
import { cancelOwnJob, listOwnJobs, markJobsRead } from '../jobs/own-jobs'
import { defineController } from '../module'
import { bookBankCredit } from '../payments/bank-credits/book-bank-credit'

/** Calls that the bank's specification does not contain, and the job of imports that a schema declares. */
const calls: Controller = {
  GetCapabilities: async ({ capabilities }): Promise<Capabilities> => capabilities,
  GetJobs: listOwnJobs,
  ReadJobs: markJobsRead,
  CancelJob: cancelOwnJob,
  GetImportResult: importResultOf,
  BankCredits: bookBankCredit,
}

export default defineController('Ext', { calls, jobs: { [recordImportJob]: recordImports } })
