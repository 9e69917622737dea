/** Name of the job that turns an upload into bills. */
export const billImportJob = 'billImport'

/** Name of the job that takes back what an import that was given up had published. */
export const importWithdrawalJob = 'billImportWithdrawal'
