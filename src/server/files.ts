import { errorFacts } from './database/errors'
import { FileDownload, HttpRefusal } from './http/call'
import type { Db, Ports } from './ports'

/** A file whose content is still to be written. */
interface EmptyFile {
  readonly name: string
  readonly type: string
  /** The company that the file belongs to; empty for a file of the bank. */
  readonly uniformNo: string
}

/** A file to be written. */
interface NewFile extends EmptyFile {
  readonly bytes: Uint8Array
}

const chunkBytes = 262_144

/** Writes a file; returns its unguessable id. The file is hidden until `makeFileVisible`. */
export const writeFile = async (backgroundDb: Db, { bytes, ...file }: NewFile): Promise<string> => {
  const id = await createFile(backgroundDb, file)
  await writeContent(backgroundDb, id, [bytes])
  return id
}

/** Creates an empty file, hidden until `makeFileVisible`; returns its unguessable id. */
export const createFile = async (db: Db, { name, type, uniformNo }: EmptyFile): Promise<string> => {
  const id = crypto.randomUUID().replaceAll('-', '')
  await db.insertInto('file').values({ id, name, type, size: 0, uniform_no: uniformNo, kept: false }).execute()
  return id
}

/** Writes the content of an empty file while it is produced, and returns its size. Each chunk is written in its own statement, so that requests do not wait for a large file. */
export const writeContent = async (backgroundDb: Db, id: string, content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<number> => {
  let [no, size] = [0, 0]
  for await (const bytes of chunksOf(content)) {
    await backgroundDb.insertInto('file_chunk').values({ file_id: id, no: no++, bytes }).execute()
    size += bytes.length
  }
  await backgroundDb.updateTable('file').set({ size }).where('id', '=', id).execute()
  return size
}

/** Cuts the content into chunks of equal size; the last one may be shorter. */
const chunksOf = async function* (content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunk = new Uint8Array(chunkBytes)
  let length = 0
  for await (const bytes of content) {
    for (let start = 0; start < bytes.length; ) {
      const part = bytes.subarray(start, start + chunkBytes - length)
      chunk.set(part, length)
      start += part.length
      length += part.length
      if (length < chunkBytes) continue
      yield chunk
      chunk = new Uint8Array(chunkBytes)
      length = 0
    }
  }
  if (length > 0) yield chunk.subarray(0, length)
}

/** Makes a written file visible, in the transaction of its record. */
export const makeFileVisible = async (trx: Db, id: string): Promise<void> => setVisible(trx, id, true)

/** Hides a file, in the transaction of its record; `deleteHiddenFile` deletes its content. */
export const hideFile = async (trx: Db, id: string): Promise<void> => setVisible(trx, id, false)

// The column `kept` says whether a file is visible.
const setVisible = async (db: Db, id: string, isVisible: boolean): Promise<void> => {
  await db.updateTable('file').set({ kept: isVisible }).where('id', '=', id).execute()
}

/** Returns a visible file of a company. Throws the same refusal (404) for a hidden file, a file of another company and one that does not exist. */
export const loadFile = async (db: Db, id: string, uniformNo: string): Promise<FileDownload> => loadContent(db, id, await visibleFile(db, id, uniformNo))

const visibleFile = (db: Db, id: string, uniformNo: string) =>
  db.selectFrom('file').select(['name', 'type', 'size']).where('id', '=', id).where('uniform_no', '=', uniformNo).where('kept', '=', true).executeTakeFirst()

/** Returns a file as `loadFile` does, but reads its chunks only while they are sent. */
export const streamFile = async (
  { backgroundDb, log }: Pick<Ports, 'backgroundDb' | 'log'>,
  id: string,
  uniformNo: string,
): Promise<FileDownload<AsyncIterable<Uint8Array>>> => {
  const file = await visibleFile(backgroundDb, id, uniformNo)
  if (!file) throw noFileRefusal()
  return new FileDownload(file.name, file.type, loggedDownload({ log }, { file: id }, storedChunks(backgroundDb, id, file.size)))
}

const storedChunks = async function* (backgroundDb: Db, id: string, size: number): AsyncGenerator<Uint8Array> {
  for (let no = 0; no * chunkBytes < size; no++) yield await loadChunk(backgroundDb, id, no)
}

/** Passes on the parts of a download, which are produced while it is sent. A failure is logged here, because the response has begun and can only be aborted. */
export const loggedDownload = async function* <Part>(
  { log }: Pick<Ports, 'log'>,
  details: Readonly<Record<string, string>>,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    log.error('download failed', { ...details, ...errorFacts(error) })
    throw error
  }
}

/** Returns the file of an upload, even while it is hidden. The caller must have checked that the user may read it. */
export const loadUpload = async (db: Db, id: string, uniformNo: string): Promise<FileDownload> => {
  const file = await db.selectFrom('file').select(['name', 'type', 'size']).where('id', '=', id).where('uniform_no', '=', uniformNo).executeTakeFirst()
  return loadContent(db, id, file)
}

const loadContent = async (db: Db, id: string, file: (Pick<EmptyFile, 'name' | 'type'> & { readonly size: number }) | undefined): Promise<FileDownload> => {
  if (!file) throw noFileRefusal()
  const bytes = new Uint8Array(file.size)
  for (let no = 0; no * chunkBytes < bytes.length; no++) bytes.set(await loadChunk(db, id, no), no * chunkBytes)
  return new FileDownload(String(file.name), String(file.type), bytes)
}

const noFileRefusal = (): HttpRefusal => new HttpRefusal(404, '找不到這個檔案，可能已經刪除。')

/** Chunks deleted in one step. */
const chunksPerStep = 8

/** Deletes a hidden file with its content and its upload record; does nothing to a visible one. If it is interrupted, `deleteHiddenFiles` deletes the rest later. */
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

/** Deletes hidden files that were created more than a day ago, left by interrupted uploads and deletions. Returns their number. */
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
