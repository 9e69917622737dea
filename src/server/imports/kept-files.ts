import { sql } from 'kysely'
import { Refusal } from '../../domain/refusal'
import { actorOf, companyOf } from '../access/caller'
import { deleteHiddenFile, loadUpload, makeFileVisible, sheetMediaType, writeFile } from '../files'
import type { Call } from '../http/call'
import type { Db } from '../ports'

/** A file for an import: contained in the call, or kept by an earlier call. */
export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The id of a file that was kept by an earlier call; null if the call contains the file. */
  readonly id: string | null
}

/** Hours for which a file is kept for its uploader: one hour less than the lifetime of hidden files, so that no file is deleted while its import starts. */
const keptHours = 23

/** Maximum number of files that are kept for each user and page. */
const maxKept = 4

/** Returns the file that a form contains, or the kept file to which its `FileId` refers; undefined if it has neither. */
export const uploadedFile = async (call: Call, resource: string): Promise<UploadedFile | undefined> => {
  const [file, id] = [call.form?.get('File'), call.form?.get('FileId')]
  if (file instanceof File) return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()), id: null }
  if (typeof id !== 'string') return undefined
  if (!(await isKept(call, resource, id))) throw noFile()
  try {
    const { name, bytes } = await loadUpload(call.ports.backgroundDb, id, companyOf(call.scope))
    return { name, bytes, id }
  } catch (error) {
    // Another import of the same file may have ended and deleted the file after the check.
    throw (await isKept(call, resource, id)) ? error : noFile()
  }
}

const noFile = (): Refusal => {
  const message = '檔案只保留一天，而且只能匯入一次；請重新選擇檔案。'
  return new Refusal('3003', message, { File: message })
}

const isKept = async ({ ports, scope }: Call, resource: string, id: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1
    from import_file i
    join file f on f.id = i.file_id
    where f.id = ${id} and not f.kept and f.uniform_no = ${companyOf(scope)} and i.user_id = ${actorOf(scope)} and i.resource = ${resource}
      and i.upload_time > ${ports.clock().toISOString()}::timestamptz - make_interval(hours => ${keptHours})`.execute(ports.db)
  return rows.length > 0
}

/** Keeps a file for its uploader, hidden until `claimUpload`; returns its id. If the user has more than `maxKept` files on this page, the oldest ones are deleted. */
export const keepUpload = async ({ ports, scope }: Call, resource: string, { name, bytes }: UploadedFile): Promise<string> => {
  const { backgroundDb: db, clock } = ports
  const content_hash = await contentHash(bytes)
  const id = await writeFile(db, { name, type: sheetMediaType(name), bytes, uniformNo: companyOf(scope) })
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
    offset ${maxKept}`.execute(db)
  for (const { id: oldId } of rows) await deleteHiddenFile(db, oldId)
  return id
}

/** Makes a kept file the file of an import, in the transaction of the import. Throws a refusal if another import has claimed it. */
export const claimUpload = async (trx: Db, id: string): Promise<void> => {
  const hidden = await trx.selectFrom('file').select('id').where('id', '=', id).where('kept', '=', false).forUpdate().executeTakeFirst()
  if (!hidden) throw noFile()
  await makeFileVisible(trx, id)
}

/** Locks a kept file in the transaction of an import. If its rows are written, no other call can import it. Throws a refusal if another call has written them. */
export const markUploadUsed = async (trx: Db, id: string, { isWritten }: { readonly isWritten: boolean }): Promise<void> => {
  const unused = await trx.selectFrom('import_file').select('file_id').where('file_id', '=', id).forUpdate().executeTakeFirst()
  if (!unused) throw noFile()
  if (isWritten) await trx.deleteFrom('import_file').where('file_id', '=', id).execute()
}

/** Returns the digest that identifies the content of a file, or any other content. */
export const contentHash = async (content: Uint8Array<ArrayBuffer>): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', content)), (byte) => byte.toString(16).padStart(2, '0')).join('')
