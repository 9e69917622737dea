import { sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import { actorOf } from '../../access/caller'
import type { Call, FileDownload } from '../../call'
import { streamFile } from '../../files'
import type { Db } from '../../ports'
import { type DebitFile, releaseNeeded } from './batches'
import { debitContentDays } from './expire-contents'
import { findDebitFile } from './find-file'
import { auditFile } from './make-file'

/** Returns an earlier file, by its number. */
export const downloadEarlierFile = async (call: Call): Promise<FileDownload<AsyncIterable<Uint8Array>>> =>
  downloadDebitFile(call, await findDebitFile(call, call.ports.db))

/**
 * Returns the content of a released file.
 * Writes who downloads it, and its audit line, because it contains complete account numbers.
 */
export const downloadDebitFile = async (
  call: Call,
  file: DebitFile,
): Promise<FileDownload<AsyncIterable<Uint8Array>>> => {
  refuseUnlessReleased(file)
  const stored = await call.ports.db
    .selectFrom('file')
    .select('uniform_no')
    .where('id', '=', file.StoredFileId)
    .where('kept', '=', true)
    .executeTakeFirst()
  if (!stored) {
    refuseUnlessReleased({ ...file, State: await stateOf(call.ports.db, file) })
    throw new Refusal(
      '2004',
      `匯出檔 ${file.FileId} 已超過保存期限（扣款日後 ${debitContentDays} 天），沒有內容可以下載。`,
    )
  }
  const content = await streamFile(call.ports, file.StoredFileId, stored.uniform_no)
  await registerDownload(call, file)
  return content
}

/** Returns the state of a file now: it may have been withdrawn since it was read. */
const stateOf = async (db: Db, { FileId }: DebitFile): Promise<DebitFile['State']> => {
  const { rows } = await sql<{ state: DebitFile['State'] }>`
    select state from internal_debit_file where debit_file_id = ${FileId}`.execute(db)
  return rows[0]?.state ?? 'Withdrawn'
}

const refuseUnlessReleased = (file: DebitFile): void => {
  if (file.State === 'Proposed') throw releaseNeeded(file)
  if (file.State === 'Refused') throw new Refusal('2004', '這個匯出檔已經退回，沒有內容可以下載。')
  if (file.State === 'Withdrawn') throw withdrawn()
}

const withdrawn = (): Refusal => new Refusal('2004', '這個匯出檔已經作廢，不能下載，也請勿送交銀行。')

/** Throws a refusal if the file was withdrawn in the meantime: nobody gets a file after its withdrawal. */
const registerDownload = (call: Call, { FileId, RecordCount }: DebitFile): Promise<void> =>
  call.ports.db.transaction().execute(async (db) => {
    const { numAffectedRows = 0n } = await sql`
      update internal_debit_file
      set download_count = download_count + 1, download_user = ${actorOf(call.scope)},
        download_time = ${call.ports.clock().toISOString()}::timestamptz
      where debit_file_id = ${FileId} and state = 'Released'`.execute(db)
    if (numAffectedRows === 0n) throw withdrawn()
    await auditFile(call, db, { action: 'Export', fileId: FileId, after: { Count: RecordCount } })
  })
