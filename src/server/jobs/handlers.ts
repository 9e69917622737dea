import type { SchemaSet } from '../../schema/load/schema-set'
import { endGivenUp, type GivenUp, giveUpImport } from '../imports/bills/cancel'
import { billImportJob, importWithdrawalJob, runBillImport } from '../imports/bills/run'
import { giveUpRecordImport, recordImportJob, runRecordImport } from '../imports/records/job'
import type { JobData, Ports } from '../ports'

/** Says who does each kind of background work. */
export const nameHandlers = (ports: Ports, schemas: SchemaSet): void => {
  ports.jobs.work(
    billImportJob,
    ({ SerialId }, run) => runBillImport({ ports, schemas, run }, Number(SerialId)),
    (trx, { SerialId }, reason) => giveUpImport({ ...ports, db: trx }, Number(SerialId), reason),
  )
  ports.jobs.work(
    importWithdrawalJob,
    (data) => ports.backgroundDb.transaction().execute((db) => endGivenUp({ ...ports, db }, givenUp(data))),
    (trx, data) => endGivenUp({ ...ports, db: trx }, givenUp(data)),
  )
  ports.jobs.work(recordImportJob, (data, run) => runRecordImport(ports, schemas, data, run), giveUpRecordImport)
}

const givenUp = ({ SerialId, message, cancelled }: JobData): GivenUp => ({ id: Number(SerialId), message: String(message), cancelled: cancelled === true })
