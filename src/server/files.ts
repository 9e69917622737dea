import { FileDownload, HttpRefusal } from './http/call'
import type { Db } from './ports'

/** A file to be written. */
interface NewFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
  /** The company that the file belongs to; empty for a file of the bank. */
  readonly uniformNo: string
}

const chunkBytes = 262_144

/** Writes a file in chunks, each in its own statement, so that requests do not wait for a large one; returns its unguessable id. The file is hidden until `makeFileVisible`. */
export const writeFile = async (backgroundDb: Db, { name, type, bytes, uniformNo }: NewFile): Promise<string> => {
  const id = crypto.randomUUID().replaceAll('-', '')
  await backgroundDb.insertInto('file').values({ id, name, type, size: bytes.length, uniform_no: uniformNo, kept: false }).execute()
  for (let no = 0; no * chunkBytes < bytes.length; no++) {
    await backgroundDb
      .insertInto('file_chunk')
      .values({ file_id: id, no, bytes: bytes.slice(no * chunkBytes, (no + 1) * chunkBytes) })
      .execute()
  }
  return id
}

/** Makes a written file visible, in the transaction of its record. */
export const makeFileVisible = async (trx: Db, id: string): Promise<void> => setVisible(trx, id, true)

/** Hides a file, in the transaction of its record; `deleteHiddenFile` deletes its content. */
export const hideFile = async (trx: Db, id: string): Promise<void> => setVisible(trx, id, false)

// The column `kept` says whether a file is visible.
const setVisible = async (db: Db, id: string, isVisible: boolean): Promise<void> => {
  await db.updateTable('file').set({ kept: isVisible }).where('id', '=', id).execute()
}

/** Returns a company's file; a file of another company is refused like one that does not exist. */
export const loadFile = async (db: Db, id: string, uniformNo: string): Promise<FileDownload> => {
  const file = await db
    .selectFrom('file')
    .select(['name', 'type', 'size'])
    .where('id', '=', id)
    .where('uniform_no', '=', uniformNo)
    .where('kept', '=', true)
    .executeTakeFirst()
  return loadContent(db, id, file)
}

/** Returns the file of an upload, even while it is hidden. The caller knows that the user may read it. */
export const loadUpload = async (db: Db, id: string, uniformNo: string): Promise<FileDownload> => {
  const file = await db.selectFrom('file').select(['name', 'type', 'size']).where('id', '=', id).where('uniform_no', '=', uniformNo).executeTakeFirst()
  return loadContent(db, id, file)
}

const loadContent = async (db: Db, id: string, file: (Pick<NewFile, 'name' | 'type'> & { readonly size: number }) | undefined): Promise<FileDownload> => {
  if (!file) throw new HttpRefusal(404, '找不到這個檔案，可能已經刪除。')
  const bytes = new Uint8Array(file.size)
  for (let no = 0; no * chunkBytes < bytes.length; no++) bytes.set(await loadChunk(db, id, no), no * chunkBytes)
  return new FileDownload(String(file.name), String(file.type), bytes)
}

/** Chunks deleted in one step. */
const chunksPerStep = 8

/** Deletes a hidden file with its content; if it is interrupted, `deleteHiddenFiles` deletes the rest later. */
export const deleteHiddenFile = async (backgroundDb: Db, id: string): Promise<void> => {
  for (let deleted = chunksPerStep; deleted === chunksPerStep; ) {
    const { numDeletedRows } = await backgroundDb
      .deleteFrom('file_chunk')
      .where('file_id', '=', id)
      .where('no', 'in', (eb) => eb.selectFrom('file_chunk').select('no').where('file_id', '=', id).limit(chunksPerStep))
      .where((eb) => eb.exists(eb.selectFrom('file').select('id').where('id', '=', id).where('kept', '=', false)))
      .executeTakeFirst()
    deleted = Number(numDeletedRows)
  }
  await backgroundDb.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom('file').where('id', '=', id).where('kept', '=', false).executeTakeFirst()
    if (numDeletedRows > 0n) await trx.deleteFrom('import_file').where('file_id', '=', id).execute()
  })
}

/** Deletes hidden files that were created more than a day ago: interrupted uploads and deletions. */
export const deleteHiddenFiles = async (backgroundDb: Db, now: Date): Promise<number> => {
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString()
  const hidden = await backgroundDb.selectFrom('file').select('id').where('kept', '=', false).where('create_time', '<', dayAgo).execute()
  for (const { id } of hidden) await deleteHiddenFile(backgroundDb, id)
  return hidden.length
}

const loadChunk = async (db: Db, id: string, no: number): Promise<Uint8Array> => {
  const { bytes } = await db.selectFrom('file_chunk').select('bytes').where('file_id', '=', id).where('no', '=', no).executeTakeFirstOrThrow()
  return bytes
}

/** Returns the media type of a sheet by the extension of its name, never by the Content-Type of the upload. */
export const sheetMediaType = (name: string): string => mediaTypes.get(name.toLowerCase().split('.').at(-1) ?? '') ?? unknownMediaType

/** The media type of a file that is not a sheet. */
export const unknownMediaType = 'application/octet-stream'

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['csv', 'text/csv'],
  ['txt', 'text/plain'],
])
