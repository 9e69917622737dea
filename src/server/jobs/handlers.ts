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
import type { Ports } from '../ports'

/** Registers the handler of each kind of job. */
export const registerJobHandlers = (ports: Ports, schemas: SchemaSet): void => {
  ports.jobs.register(billUploads.job, (data, run) => runBillImport({ ports, schemas, run }, data), {
    onFailure: (trx, { SerialId }, reason) => onBillImportFailure({ ...ports, db: trx }, Number(SerialId), reason),
  })
  ports.jobs.register(billCheckJob, (data, run) => runBillCheck(ports, schemas, data, run), { onFailure: onBillCheckFailure })
  ports.jobs.register(whiteListUploads.job, ({ SerialId }, run) => runWhiteListImport({ ports, schemas, run }, Number(SerialId)), {
    onFailure: (trx, { SerialId }, reason) => endFailedUpload({ ...ports, db: trx }, { ...whiteListUploads, id: Number(SerialId) }, reason),
  })
  ports.jobs.register(recordImportJob, (data, run) => runRecordImport(ports, schemas, data, run), { onFailure: onRecordImportFailure })
  ports.jobs.register(makePDFJob, (data, run) => runBatch(ports, data, run), {
    onFailure: (trx, { SerialId }, reason) => onBatchFailure({ ...ports, db: trx }, Number(SerialId), reason),
  })
  ports.jobs.register(importSlipsJob, (data, run) => runImportSlips(ports, data, run), {
    onFailure: (trx, { SerialId }, reason) => onImportSlipsFailure({ ...ports, db: trx }, Number(SerialId), reason),
  })
  ports.jobs.register(bankFileJob, ({ SerialId }, run) => runBankFile(ports, Number(SerialId), run), {
    onFailure: (trx, { SerialId }, reason) => onBankFileFailure({ ...ports, db: trx }, Number(SerialId), reason),
  })
  registerUserNotices(ports)
  registerBillNotices(ports)
}
