import type { SchemaSet } from '../../schema/schema-set'
import { endGivenUp, type GivenUp, giveUpImport, withdrawImport } from '../imports/give-up'
import { billImportJob, importWithdrawalJob } from '../imports/job-names'
import { runBillImport } from '../imports/run'
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
    (data) => withdrawImport(ports, givenUp(data)),
    (trx, data) => endGivenUp({ ...ports, db: trx }, givenUp(data)),
  )
}

const givenUp = ({ SerialId, message, cancelled }: JobData): GivenUp => ({ id: Number(SerialId), message: String(message), cancelled: cancelled === true })
