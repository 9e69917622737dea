import { debitCalls, defineResource } from '../../src/server'

export default defineResource('BillDesignatedDebitExport', { calls: debitCalls })
