import { confirmRepeat } from '../../../contract/confirmations'
import type { ImportPreview } from '../../../contract/imports'
import { Refusal } from '../../../domain/refusal'
import { companyOf } from '../../access/caller'
import type { Call } from '../../call'
import { minuteInTaipei, toTaipei } from '../../database/times'
import type { Db } from '../../ports'
import type { RecordContext } from '../../record-context'

/** Returns the company's latest import of a file with the same content on the same page; null if there is none. */
export const earlierRecordImport = async (
  { ports, scope }: Call,
  fileId: string,
): Promise<ImportPreview['EarlierImport']> => {
  const imported = await ports.db
    .selectFrom('import_file as f')
    .innerJoin('record_import as i', (join) =>
      join.onRef('i.resource', '=', 'f.resource').onRef('i.content_hash', '=', 'f.content_hash'),
    )
    .select('i.import_time')
    .where('f.file_id', '=', fileId)
    .where('i.uniform_no', '=', companyOf(scope))
    .executeTakeFirst()
  return imported ? { BatchNo: null, Time: toTaipei(imported.import_time) } : null
}

/** A file whose records are imported. */
interface ImportedFile {
  readonly resource: string
  readonly contentHash: string
  /** Whether the content may have been imported before. */
  readonly isRepeatConfirmed: boolean
}

/**
 * Records the import of a file in the transaction that publishes its records.
 * Throws a refusal (2003) if the company has imported the same content on this page before, unless the user has
 * confirmed the repetition.
 * A concurrent import of the same content waits for the end of this transaction.
 */
export const recordImport = async (
  { scope, clock }: RecordContext,
  trx: Db,
  { resource, contentHash, isRepeatConfirmed }: ImportedFile,
): Promise<void> => {
  const key = { uniform_no: companyOf(scope), resource, content_hash: contentHash }
  const import_time = clock().toISOString()
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('record_import')
    .values({ ...key, import_time })
    .onConflict((conflict) => {
      const onKey = conflict.columns(['uniform_no', 'resource', 'content_hash'])
      return isRepeatConfirmed ? onKey.doUpdateSet({ import_time }) : onKey.doNothing()
    })
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n)
    throw repeatedRefusal(
      await trx
        .selectFrom('record_import')
        .select('import_time')
        .where((eb) => eb.and(key))
        .executeTakeFirstOrThrow(),
    )
}

const repeatedRefusal = ({ import_time }: { readonly import_time: string }): Refusal => {
  const message = `內容相同的檔案已於 ${minuteInTaipei(import_time)} 匯入；這次沒有寫入任何資料。若確實要再次匯入，請確認後再送出。`
  return new Refusal('2003', message, { [confirmRepeat]: message })
}
