import { debitApplicationsOf, defineResource, payerImport, statusAfterChange } from '../../src/server'

export default defineResource('payer', {
  beforeWrite: async (_, change) => statusAfterChange(change),
  importRules: payerImport,
  calls: { GetDebitApplications: debitApplicationsOf },
})
