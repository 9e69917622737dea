import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListResponse } from '../../contract/envelope'
import type { RecordValues } from '../../schema/language/types'
import { type Call, FileDownload } from '../call'
import { contextOf, keyOf, notFound, todayOf } from '../context'
import { errorDetails } from '../database/errors'
import { streamFile } from '../files'
import type { Db, Ports } from '../ports'
import type { RecordContext } from '../record-context'
import { findRecord } from '../records/get'
import { listRecords } from '../records/list/list'
import { parseKeyNumber } from '../records/parse-key'

/** The resource of the bank's page, whose records are the files of the download area. */
const filesOfBank = 'publishedFile'

/** Returns one page of the files that companies can download today. */
export const listPublishedFiles = (call: Call): Promise<ListResponse<RecordValues>> => {
  const context = contextOf(call)
  return listRecords(context, call.schemas.get('FileManagement'), call.query, {
    condition: isForCompanies(todayOf(context)),
  })
}

/**
 * Returns a file that companies can download today, and counts the download once all of it was sent.
 * Throws a refusal (404) for any other file.
 */
export const downloadPublishedFile = async (call: Call): Promise<FileDownload<AsyncIterable<Uint8Array>>> => {
  const { ports } = call
  const resource = call.schemas.get('FileManagement')
  const id = parseKeyNumber(String(keyOf(resource, call).SerialId))
  const file = id === null ? undefined : await fileForCompanies(ports.db, id, todayOf(ports))
  if (!file) throw notFound(resource)
  const { name, type, bytes } = await streamFile(ports, file.file, '')
  return new FileDownload(name, type, countedDownload(ports, file.serial_id, bytes))
}

/** Returns a file of the download area to the bank, published or not. This is not counted. */
export const downloadStoredFile = async (call: Call): Promise<FileDownload<AsyncIterable<Uint8Array>>> => {
  const resource = call.schemas.get(filesOfBank)
  const { File } = await findRecord(contextOf(call), resource, keyOf(resource, call))
  return streamFile(call.ports, String(File), '')
}

/** Returns the values that the record of a file takes from the file. */
export const storedFileFacts = async (
  { db }: Pick<RecordContext, 'db'>,
  id: string,
): Promise<{ readonly FileName: string; readonly FileSize: number }> => {
  const { name, size } = await db
    .selectFrom('file')
    .select(['name', 'size'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { FileName: name, FileSize: size }
}

/** Returns the condition for files that are published on a day and meant for companies. */
const isForCompanies = (today: string): RawBuilder<SqlBool> => sql`
  (t.audience = 'Company' and t.publish_date <= ${today} and coalesce(t.expire_date >= ${today}, true))`

const fileForCompanies = async (
  db: Db,
  id: number,
  today: string,
): Promise<{ readonly serial_id: number; readonly file: string } | undefined> => {
  const { rows } = await sql<{ serial_id: number; file: string }>`
    select t.serial_id, t.file
    from published_file t
    where t.serial_id = ${id} and ${isForCompanies(today)}`.execute(db)
  return rows[0]
}

/**
 * Yields the content of a file, and counts the download after its last part was taken.
 * A download that the client ends early, or that fails, is not counted.
 * The count changes neither the time nor the user of the latest change, because nobody has changed the record.
 */
const countedDownload = async function* (
  { backgroundDb, log }: Pick<Ports, 'backgroundDb' | 'log'>,
  id: number,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* bytes
  // The client has the whole file, so an error must not end its download.
  await sql`update published_file set download_count = download_count + 1 where serial_id = ${id}`
    .execute(backgroundDb)
    .catch((error: unknown) => log.error('download not counted', { file: String(id), ...errorDetails(error) }))
}
