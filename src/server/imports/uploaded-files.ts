import { sql } from 'kysely'
import { confirmHidden } from '../../contract/confirmations'
import { mediaTypeOf } from '../../domain/file-kinds'
import { Refusal } from '../../domain/refusal'
import { actorOf, companyOf } from '../access/caller'
import type { Call } from '../call'
import { deleteHiddenFile, loadUpload, makeFileVisible, writeFile } from '../files'
import type { Db } from '../ports'
import { contentHash } from '../security/keys'

/** A file to import: sent in the call, or stored by an earlier call of the same user. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The id of a file that an earlier call stored; null if this call contains the file. */
  readonly id: string | null
}

/**
 * Hours for which a user can import a stored file.
 * The retention job deletes hidden files only after 24 hours, so that no file is deleted while its import starts.
 */
const reusableHours = 23

/** Maximum number of stored files for each user and page. */
const maxStoredFiles = 4

/**
 * Returns the file that a form contains, or the stored file with the id in `FileId`; undefined if the form has neither.
 */
export const readUploadedFile = async (call: Call, resource: string): Promise<UploadedFile | undefined> => {
  const [file, id] = [call.form?.get('File'), call.form?.get('FileId')]
  if (file instanceof File) return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), id: null }
  if (typeof id !== 'string') return undefined
  if (!(await isReusable(call, resource, id))) throw noFileRefusal()
  try {
    const { name, bytes } = await loadUpload(call.ports.backgroundDb, id, companyOf(call.scope))
    return { name, bytes, id }
  } catch (error) {
    // Another import of the same file may have ended and deleted the file after the check.
    throw (await isReusable(call, resource, id)) ? error : noFileRefusal()
  }
}

/**
 * Returns whether a call must ask about hidden rows and columns: not if the form has the answer, or if an earlier call
 * asked and stored the file.
 */
export const asksAboutHidden = ({ form }: Pick<Call, 'form'>, file?: Pick<UploadedFile, 'id'>): boolean =>
  (file?.id ?? null) === null && form?.get(confirmHidden) !== 'true'

const noFileRefusal = (): Refusal => {
  const message = '檔案只保留一天，而且只能匯入一次；請重新選擇檔案。'
  return new Refusal('3003', message, { File: message })
}

// The column `kept` of the table `file` is false while a file is hidden, until an import reserves it.
const isReusable = async ({ ports, scope }: Call, resource: string, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1
    from import_file i
    join file f on f.id = i.file_id
    where f.id = ${id} and not f.kept and f.uniform_no = ${companyOf(scope)} and i.user_id = ${actorOf(scope)} and i.resource = ${resource}
      and i.upload_time > ${ports.clock().toISOString()}::timestamptz - make_interval(hours => ${reusableHours})`.execute(
    ports.db,
  )
  return rows.length > 0
}

/**
 * Stores a file, so that later calls of the user need not send it again.
 * The file is hidden until `reserveUpload` is called.
 * Returns its id.
 * If the user has more than `maxStoredFiles` files on this page, deletes the oldest files.
 */
export const storeUpload = async (
  { ports, scope }: Call,
  resource: string,
  { name, bytes }: UploadedFile,
): Promise<string> => {
  const { backgroundDb: db, clock } = ports
  const content_hash = await contentHash(bytes)
  const id = await writeFile(db, { name, type: mediaTypeOf(name), bytes, uniformNo: companyOf(scope) })
  await db
    .insertInto('import_file')
    .values({ file_id: id, resource, user_id: actorOf(scope), upload_time: clock().toISOString(), content_hash })
    .execute()
  const { rows } = await sql<{ id: string }>`
    select f.id
    from import_file i
    join file f on f.id = i.file_id
    where not f.kept and f.uniform_no = ${companyOf(scope)} and i.user_id = ${actorOf(scope)} and i.resource = ${resource}
    order by i.upload_time desc, f.create_time desc
    offset ${maxStoredFiles}`.execute(db)
  for (const { id: oldId } of rows) await deleteHiddenFile(db, oldId)
  return id
}

/**
 * Assigns a stored file to an import, in the transaction that creates the import.
 * Throws a refusal if another import has reserved the file.
 */
export const reserveUpload = async (trx: Db, id: string): Promise<void> => {
  const hiddenFile = await trx
    .selectFrom('file')
    .select('id')
    .where('id', '=', id)
    .where('kept', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!hiddenFile) throw noFileRefusal()
  await makeFileVisible(trx, id)
}

/**
 * Locks a stored file in the transaction that imports it.
 * If the rows of the file are written, makes it impossible to import the file again.
 * Throws a refusal if another call has already imported it.
 */
export const lockUpload = async (
  trx: Db,
  id: string,
  { isWritten }: { readonly isWritten: boolean },
): Promise<void> => {
  const importFile = await trx
    .selectFrom('import_file')
    .select('file_id')
    .where('file_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!importFile) throw noFileRefusal()
  if (isWritten) await trx.deleteFrom('import_file').where('file_id', '=', id).execute()
}
