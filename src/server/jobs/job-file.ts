import { sql } from 'kysely'
import { addDays, taipeiToday } from '../../domain/dates/dates'
import { nextUpdateTime } from '../database/times'
import { createFile, deleteHiddenFile, hideFile, makeFileVisible } from '../files'
import type { Db } from '../ports'

/** The record for which a job writes a file: the slips of a batch or of an upload, or a report. */
export interface JobFileOwner {
  readonly resource: keyof typeof statusColumns
  readonly serialId: number
}

/** Days for which the file of a job is kept. */
export const jobFileDays = 30

/**
 * Creates the hidden file for an attempt to write the file of a record, and returns its id.
 * Deletes the file of an earlier attempt.
 */
export const beginJobFile = async (
  backgroundDb: Db,
  owner: JobFileOwner,
  file: Parameters<typeof createFile>[1],
): Promise<string> => {
  const { id, previousFileId } = await backgroundDb.transaction().execute(async (trx) => {
    const fileId = await createFile(trx, file)
    return { id: fileId, previousFileId: await replaceFile(trx, owner, fileId) }
  })
  if (previousFileId !== null) await deleteHiddenFile(backgroundDb, previousFileId)
  return id
}

const replaceFile = async (trx: Db, { resource, serialId }: JobFileOwner, fileId: string): Promise<string | null> => {
  const { rows } = await sql<{ previous: string | null }>`
    with previous as (select file_id from internal_job_file where resource = ${resource} and serial_id = ${serialId})
    insert into internal_job_file (resource, serial_id, file_id) values (${resource}, ${serialId}, ${fileId})
    on conflict (resource, serial_id) do update set file_id = excluded.file_id, expire_date = null
    returning (select file_id from previous) as previous`.execute(trx)
  return rows[0]?.previous ?? null
}

/** Makes a file visible, in the transaction that ends its job; returns the last day on which it can be downloaded. */
export const publishJobFile = async (trx: Db, fileId: string, now: Date): Promise<string> => {
  const expireDate = addDays(taipeiToday(now), jobFileDays)
  await makeFileVisible(trx, fileId)
  await trx.updateTable('internal_job_file').set({ expire_date: expireDate }).where('file_id', '=', fileId).execute()
  return expireDate
}

/** Deletes the file of an attempt that failed, unless it has been published. */
export const discardJobFile = async (backgroundDb: Db, fileId: string): Promise<void> => {
  await backgroundDb
    .deleteFrom('internal_job_file')
    .where('file_id', '=', fileId)
    .where('expire_date', 'is', null)
    .execute()
  await deleteHiddenFile(backgroundDb, fileId)
}

/** Returns the id of a record's file; null if the record has no file that can be downloaded. */
export const jobFileOf = async (db: Db, { resource, serialId }: JobFileOwner): Promise<string | null> => {
  const file = db
    .selectFrom('internal_job_file')
    .select('file_id')
    .where('resource', '=', resource)
    .where('serial_id', '=', serialId)
  return (await file.where('expire_date', 'is not', null).executeTakeFirst())?.file_id ?? null
}

/**
 * Hides the file of a record that is deleted in the same transaction.
 * Returns the id of the file, whose content the caller must delete afterwards; null if there is no file.
 */
export const removeJobFile = async (trx: Db, { resource, serialId }: JobFileOwner): Promise<string | null> => {
  const deletion = trx
    .deleteFrom('internal_job_file')
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
export const expireJobFiles = async (backgroundDb: Db, now: Date): Promise<number> => {
  const expired = await backgroundDb
    .selectFrom('internal_job_file')
    .select('file_id')
    .where('expire_date', '<', taipeiToday(now))
    .execute()
  for (const { file_id } of expired) {
    await backgroundDb.transaction().execute((trx) => expireJobFile(trx, file_id, now))
    await deleteHiddenFile(backgroundDb, file_id)
  }
  return expired.length
}

const expireJobFile = async (trx: Db, fileId: string, now: Date): Promise<void> => {
  const file = await trx
    .deleteFrom('internal_job_file')
    .where('file_id', '=', fileId)
    .returning(['resource', 'serial_id'])
    .executeTakeFirst()
  if (!file) return
  await hideFile(trx, fileId)
  // The cast is safe, because only `beginJobFile` writes the rows.
  const { table, status } = statusColumns[file.resource as JobFileOwner['resource']]
  await sql`
    update ${sql.table(table)} set ${sql.ref(status)} = 'Expired', update_time = ${nextUpdateTime(now)}
    where serial_id = ${file.serial_id} and ${sql.ref(status)} = 'Done'`.execute(trx)
}

/** The status that expires with the file, by the resource of the file's record. */
const statusColumns = {
  makePDFList: { table: 'make_pdf', status: 'job_status' },
  billImportList: { table: 'bill_import', status: 'pdf_status' },
  Report: { table: 'report', status: 'job_status' },
} as const
