import { sql } from 'kysely'
import { addDays, taipeiToday } from '../../../domain/dates/dates'
import type { RecordValues } from '../../../schema/language/types'
import { requireUnmaskedPayerData } from '../../access/documents'
import { type Call, type FileBytes, type FileDownload, HttpRefusal } from '../../call'
import { auditRecord, contextOf, keyOf } from '../../context'
import { nextUpdateTime } from '../../database/times'
import { createFile, deleteHiddenFile, hideFile, makeFileVisible, streamFile } from '../../files'
import type { Db } from '../../ports'
import { companyOfFiles } from '../../records/form-files'
import { printedOnSlips } from '../slip'

/** The record whose slips a file contains. */
export interface SlipOwner {
  readonly resource: 'makePDFList' | 'billImportList'
  readonly serialId: number
}

/** Days for which a file of slips is kept. */
export const slipFileDays = 30

/**
 * Creates the hidden file for an attempt to print the slips of a record, and returns its id.
 * Deletes the file of an earlier attempt.
 */
export const beginSlipFile = async (
  backgroundDb: Db,
  owner: SlipOwner,
  file: Parameters<typeof createFile>[1],
): Promise<string> => {
  const { id, previousFileId } = await backgroundDb.transaction().execute(async (trx) => {
    const fileId = await createFile(trx, file)
    return { id: fileId, previousFileId: await replaceFile(trx, owner, fileId) }
  })
  if (previousFileId !== null) await deleteHiddenFile(backgroundDb, previousFileId)
  return id
}

const replaceFile = async (trx: Db, { resource, serialId }: SlipOwner, fileId: string): Promise<string | null> => {
  const { rows } = await sql<{ previous: string | null }>`
    with previous as (select file_id from slip_file where resource = ${resource} and serial_id = ${serialId})
    insert into slip_file (resource, serial_id, file_id) values (${resource}, ${serialId}, ${fileId})
    on conflict (resource, serial_id) do update set file_id = excluded.file_id, expire_date = null
    returning (select file_id from previous) as previous`.execute(trx)
  return rows[0]?.previous ?? null
}

/** Makes a file visible, in the transaction that ends its job; returns the last day on which it can be downloaded. */
export const publishSlipFile = async (trx: Db, fileId: string, now: Date): Promise<string> => {
  const expireDate = addDays(taipeiToday(now), slipFileDays)
  await makeFileVisible(trx, fileId)
  await trx.updateTable('slip_file').set({ expire_date: expireDate }).where('file_id', '=', fileId).execute()
  return expireDate
}

/** Deletes the file of an attempt that failed, unless it has been published. */
export const discardSlipFile = async (backgroundDb: Db, fileId: string): Promise<void> => {
  await backgroundDb.deleteFrom('slip_file').where('file_id', '=', fileId).where('expire_date', 'is', null).execute()
  await deleteHiddenFile(backgroundDb, fileId)
}

/** Returns the id of a record's file; null if the record has no file that can be downloaded. */
export const slipFileOf = async (db: Db, { resource, serialId }: SlipOwner): Promise<string | null> => {
  const file = db
    .selectFrom('slip_file')
    .select('file_id')
    .where('resource', '=', resource)
    .where('serial_id', '=', serialId)
  return (await file.where('expire_date', 'is not', null).executeTakeFirst())?.file_id ?? null
}

/**
 * Hides the file of a record that is deleted in the same transaction.
 * Returns the id of the file, whose content the caller must delete afterwards; null if there is no file.
 */
export const removeSlipFile = async (trx: Db, { resource, serialId }: SlipOwner): Promise<string | null> => {
  const deletion = trx
    .deleteFrom('slip_file')
    .where('resource', '=', resource)
    .where('serial_id', '=', serialId)
    .returning('file_id')
  const file = await deletion.executeTakeFirst()
  if (file) await hideFile(trx, file.file_id)
  return file?.file_id ?? null
}

/**
 * Deletes the files whose last day has passed and marks their records as expired.
 * Returns the number of deleted files.
 */
export const expireSlipFiles = async (backgroundDb: Db, now: Date): Promise<number> => {
  const expired = await backgroundDb
    .selectFrom('slip_file')
    .select('file_id')
    .where('expire_date', '<', taipeiToday(now))
    .execute()
  for (const { file_id } of expired) {
    await backgroundDb.transaction().execute((trx) => expireSlipFile(trx, file_id, now))
    await deleteHiddenFile(backgroundDb, file_id)
  }
  return expired.length
}

const expireSlipFile = async (trx: Db, fileId: string, now: Date): Promise<void> => {
  const file = await trx
    .deleteFrom('slip_file')
    .where('file_id', '=', fileId)
    .returning(['resource', 'serial_id'])
    .executeTakeFirst()
  if (!file) return
  await hideFile(trx, fileId)
  const { table, status } = statusColumns[file.resource === 'makePDFList' ? 'makePDFList' : 'billImportList']
  await sql`
    update ${sql.table(table)} set ${sql.ref(status)} = 'Expired', update_time = ${nextUpdateTime(now)}
    where serial_id = ${file.serial_id} and ${sql.ref(status)} = 'Done'`.execute(trx)
}

/** The status that expires with the file, by the resource of the file's record. */
const statusColumns = {
  makePDFList: { table: 'make_pdf', status: 'job_status' },
  billImportList: { table: 'bill_import', status: 'pdf_status' },
} as const satisfies Record<SlipOwner['resource'], object>

/**
 * Returns the file of a record's slips and writes an audit line.
 * Throws a refusal for roles with masked payer data.
 * The caller must check that the slips are ready.
 */
export const downloadSlips = async (
  call: Call,
  resourceName: SlipOwner['resource'],
  record: RecordValues,
): Promise<FileDownload<FileBytes>> => {
  requireUnmaskedPayerData(call, printedOnSlips)
  const context = contextOf(call)
  const resource = call.schemas.get(resourceName)
  const fileId = await slipFileOf(call.ports.db, { resource: resourceName, serialId: Number(record.SerialId) })
  if (fileId === null) throw new HttpRefusal(404, '找不到這個檔案，可能已經刪除。')
  const file = await streamFile(call.ports, fileId, await companyOfFiles(context, resource, record))
  await auditRecord(context, resource, { action: 'DownloadPDF', key: keyOf(resource, call) })
  return file
}
