import { sql } from 'kysely'
import { agreementCondition } from '../../access/tenant'
import { type Call, HttpRefusal } from '../../call'
import type { Db } from '../../ports'
import type { DebitFile } from './batches'
import type { DebitFormat } from './media'
import type { BatchParameters } from './parameters'

/** A file with the parameters of its batch. Files that apply for authorizations belong to no term. */
export interface FoundFile extends DebitFile, Omit<BatchParameters, 'MediaFormat'> {
  readonly MediaFormat: DebitFormat
  readonly includesExported: boolean
  readonly AnsweredCount: number
  readonly DownloadCount: number
  /** Who downloaded the file last, and when. */
  readonly DownloadUser: string | null
  readonly DownloadTime: string | null
}

/**
 * Returns the file that a call names. `lock` locks its row.
 * Throws a refusal (404) unless the caller may use its agreement.
 */
export const findDebitFile = async (
  { params, scope }: Call,
  db: Db,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<FoundFile> => {
  const id = /^[1-9]\d{0,14}$/.test(params.FileId ?? '') ? Number(params.FileId) : 0
  const { rows } = await sql<FoundFile>`
    select f.debit_file_id as "FileId", f.state as "State", f.file_id as "StoredFileId", f.record_count as "RecordCount",
      f.request_user as "RequestUser", f.request_time as "RequestTime", f.includes_exported as "includesExported",
      f.succeeded_count + f.refused_count as "AnsweredCount", f.download_count as "DownloadCount",
      f.download_user as "DownloadUser", f.download_time as "DownloadTime",
      b.apply_code as "ApplyCode", b.bill_term_id as "BillTermId", b.debit_date as "DebitDate", b.media_format as "MediaFormat", b.tx_id as "TxId"
    from internal_debit_file f
    join internal_debit_batch b using (batch_id)
    where f.debit_file_id = ${id} and ${agreementCondition(scope, 'b')}
    ${lock ? sql`for update of f` : sql``}`.execute(db)
  const [file] = rows
  if (!file) throw new HttpRefusal(404, '找不到這個匯出檔，可能不屬於貴公司，請重新整理。')
  return file
}
