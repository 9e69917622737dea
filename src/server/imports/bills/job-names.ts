/** Name of the job that turns an upload into bills. */
export const billImportJob = 'billImport'

/** Name of the job by which the former version took back what an import that was given up had published. */
export const importWithdrawalJob = 'billImportWithdrawal'
