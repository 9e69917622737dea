import { debitApplicationsOf, defineResource } from '../../src/server'

export default defineResource('payer', { calls: { GetDebitApplications: debitApplicationsOf } })
