import { sql } from 'kysely'
import type { EnumCode } from '../../../domain/enums'
import { Refusal } from '../../../domain/refusal'
import { minuteInTaipei } from '../../database/times'
import { lockName } from '../../database/transaction'
import type { Db } from '../../ports'
import type { DebitFormat } from './media'
import type { BatchParameters } from './parameters'

/** Locks the files of direct debits of an agreement until the transaction ends. */
export const lockDebits = (db: Db, applyCode: string): Promise<void> => lockName({ db }, `debits ${applyCode}`)

/** A file of a batch. */
export interface DebitFile {
  readonly FileId: number
  readonly State: EnumCode<'DebitFileState'>
  readonly StoredFileId: string
  readonly RecordCount: number
  readonly RequestUser: string
  readonly RequestTime: string
}

/** A batch, which is identified by its parameters, with its files that were neither refused nor withdrawn, newest first. */
export interface Batch {
  readonly BatchId: number
  readonly files: readonly DebitFile[]
}

/** The parameters of a batch. Authorizations belong to no term. */
interface OpenedBatch extends Omit<BatchParameters, 'BillTermId' | 'MediaFormat'> {
  readonly BillTermId: string | null
  readonly MediaFormat: DebitFormat
}

/** Returns the batch with these parameters; creates it if there is none. The caller must hold the lock of the agreement. */
export const openBatch = async (
  db: Db,
  { ApplyCode, BillTermId, DebitDate, MediaFormat, TxId }: OpenedBatch,
): Promise<Batch> => {
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into internal_debit_batch (apply_code, bill_term_id, media_format, debit_date, tx_id)
      values (${ApplyCode}, ${BillTermId}, ${MediaFormat}, ${DebitDate}, ${TxId})
      on conflict on constraint internal_debit_batch_parameters do nothing
      returning batch_id
    )
    select batch_id as id from added
    union all
    select batch_id from internal_debit_batch
    where apply_code = ${ApplyCode} and bill_term_id is not distinct from ${BillTermId} and media_format = ${MediaFormat} and debit_date = ${DebitDate} and tx_id = ${TxId}`.execute(
    db,
  )
  const BatchId = Number(rows[0]?.id)
  return { BatchId, files: await filesOf(db, BatchId) }
}

const filesOf = async (db: Db, batchId: number): Promise<readonly DebitFile[]> => {
  const { rows } = await sql<DebitFile>`
    select debit_file_id as "FileId", state as "State", file_id as "StoredFileId", record_count as "RecordCount",
      request_user as "RequestUser", request_time as "RequestTime"
    from internal_debit_file
    where batch_id = ${batchId} and state in ('Proposed', 'Released')
    order by debit_file_id desc`.execute(db)
  return rows
}

/** Returns the newest file of a batch that was released. */
export const newestReleased = ({ files }: Batch): DebitFile | undefined =>
  files.find(({ State }) => State === 'Released')

/** Throws a refusal (2006) if a file of the batch waits for release. */
export const refuseProposed = ({ files }: Batch): void => {
  const proposed = files.find(({ State }) => State === 'Proposed')
  if (proposed) throw releaseNeeded(proposed)
}

/** Returns the refusal (2006) for a file that a second person must release first. */
export const releaseNeeded = ({
  FileId,
  RecordCount,
  RequestUser,
  RequestTime,
}: Pick<DebitFile, 'FileId' | 'RecordCount' | 'RequestUser' | 'RequestTime'>): Refusal =>
  new Refusal(
    '2006',
    `匯出檔（序號 ${FileId}，${RecordCount.toLocaleString('en')} 筆）由 ${RequestUser} 於 ${minuteInTaipei(RequestTime)} 提出，須由另一位有審核權限的人員放行後才能下載。`,
  )
