import type { SchemaSet } from '../../schema/load/schema-set'
import { registerUserNotices } from '../accounts/user-notices'
import { importSlipsJob, onImportSlipsFailure, runImportSlips } from '../bills/batches/import-slips'
import { makePDFJob, onBatchFailure, runBatch } from '../bills/batches/make-pdf'
import { registerBillNotices } from '../bills/notices/send'
import { billCheckJob, onBillCheckFailure, runBillCheck } from '../imports/bills/check'
import { billUploads } from '../imports/bills/context'
import { onBillImportFailure, runBillImport } from '../imports/bills/run'
import { onRecordImportFailure, recordImportJob, runRecordImport } from '../imports/records/job'
import { endFailedUpload } from '../imports/upload-job'
import { whiteListUploads } from '../imports/white-list/publish'
import { runWhiteListImport } from '../imports/white-list/run'
import { bankFileJob } from '../payments/bank-files/enqueue'
import { onBankFileFailure, runBankFile } from '../payments/bank-files/process'
import type { JobRules, Ports } from '../ports'

/** Registers the handler of each kind of job. */
export const registerJobHandlers = (ports: Ports, schemas: SchemaSet): void => {
  const { jobs } = ports
  /** Ends the record of a failed job, whose key is in the data of the job. */
  const endsRecord = (end: (trxPorts: Ports, id: number, reason: unknown) => Promise<void>): JobRules => ({
    onFailure: (trx, { SerialId }, reason) => end({ ...ports, db: trx }, Number(SerialId), reason),
  })
  const endWhiteListUpload = (trxPorts: Ports, id: number, reason: unknown) =>
    endFailedUpload(trxPorts, { ...whiteListUploads, id }, reason)
  jobs.register(
    billUploads.job,
    (data, run) => runBillImport({ ports, schemas, run }, data),
    endsRecord(onBillImportFailure),
  )
  jobs.register(billCheckJob, (data, run) => runBillCheck(ports, schemas, data, run), { onFailure: onBillCheckFailure })
  jobs.register(
    whiteListUploads.job,
    ({ SerialId }, run) => runWhiteListImport({ ports, schemas, run }, Number(SerialId)),
    endsRecord(endWhiteListUpload),
  )
  jobs.register(recordImportJob, (data, run) => runRecordImport(ports, schemas, data, run), {
    onFailure: onRecordImportFailure,
  })
  jobs.register(makePDFJob, (data, run) => runBatch(ports, data, run), endsRecord(onBatchFailure))
  jobs.register(importSlipsJob, (data, run) => runImportSlips(ports, data, run), endsRecord(onImportSlipsFailure))
  jobs.register(
    bankFileJob,
    ({ SerialId }, run) => runBankFile(ports, Number(SerialId), run),
    endsRecord(onBankFileFailure),
  )
  registerUserNotices(ports)
  registerBillNotices(ports)
}
