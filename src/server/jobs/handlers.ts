import type { SchemaSet } from '../../schema/load/schema-set'
import { endFailedImport, type FailedImport, failImport } from '../imports/bills/failure'
import { billImportJob, importWithdrawalJob, runBillImport } from '../imports/bills/run'
import { failRecordImport, recordImportJob, runRecordImport } from '../imports/records/job'
import type { JobData, Ports } from '../ports'

/** Registers the handler of each kind of job. */
export const registerJobHandlers = (ports: Ports, schemas: SchemaSet): void => {
  ports.jobs.register(
    billImportJob,
    ({ SerialId }, run) => runBillImport({ ports, schemas, run }, Number(SerialId)),
    (trx, { SerialId }, reason) => failImport({ ...ports, db: trx }, Number(SerialId), reason),
  )
  ports.jobs.register(
    importWithdrawalJob,
    (data) => ports.backgroundDb.transaction().execute((db) => endFailedImport({ ...ports, db }, failedImport(data))),
    (trx, data) => endFailedImport({ ...ports, db: trx }, failedImport(data)),
  )
  ports.jobs.register(recordImportJob, (data, run) => runRecordImport(ports, schemas, data, run), failRecordImport)
}

const failedImport = ({ SerialId, message, cancelled }: JobData): FailedImport => ({
  id: Number(SerialId),
  message: String(message),
  cancelled: cancelled === true,
})
