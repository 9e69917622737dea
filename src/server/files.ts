import { FileDownload, HttpRefusal } from './call'
import { errorDetails } from './database/errors'
import type { Db, Ports } from './ports'

/** A file without its content. */
interface FileMetadata {
  readonly name: string
  readonly type: string
  /** The company that the file belongs to; empty for a file of the bank. */
  readonly uniformNo: string
}

/** A file with its content. */
interface NewFile extends FileMetadata {
  readonly bytes: Uint8Array
}

const chunkBytes = 262_144

/** Writes a file and returns its unguessable id. The file is hidden until `makeFileVisible` is called. */
export const writeFile = async (backgroundDb: Db, { bytes, ...file }: NewFile): Promise<string> => {
  const id = await createFile(backgroundDb, file)
  await writeContent(backgroundDb, id, [bytes])
  return id
}

/** Creates an empty file and returns its unguessable id. The file is hidden until `makeFileVisible` is called. */
export const createFile = async (db: Db, { name, type, uniformNo }: FileMetadata): Promise<string> => {
  const id = crypto.randomUUID().replaceAll('-', '')
  await db.insertInto('file').values({ id, name, type, size: 0, uniform_no: uniformNo, kept: false }).execute()
  return id
}

/**
 * Writes the content of an empty file and returns its size.
 * Each chunk is written in its own statement as soon as it is complete, so that requests do not wait for a large file.
 */
export const writeContent = async (
  backgroundDb: Db,
  id: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<number> => {
  let [chunkNo, size] = [0, 0]
  for await (const bytes of chunksOf(content)) {
    await backgroundDb.insertInto('file_chunk').values({ file_id: id, no: chunkNo++, bytes }).execute()
    size += bytes.length
  }
  await backgroundDb.updateTable('file').set({ size }).where('id', '=', id).execute()
  return size
}

/** Divides the content into chunks of `chunkBytes`. The last chunk may be shorter. */
const chunksOf = async function* (
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
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

/** Makes a file visible, in the transaction that writes its record. */
export const makeFileVisible = async (trx: Db, id: string): Promise<void> => setVisible(trx, id, true)

/**
 * Hides a file, in the transaction that changes or deletes its record.
 * `deleteHiddenFile` deletes its content later.
 */
export const hideFile = async (trx: Db, id: string): Promise<void> => setVisible(trx, id, false)

// The column `kept` says whether a file is visible.
const setVisible = async (db: Db, id: string, isVisible: boolean): Promise<void> => {
  await db.updateTable('file').set({ kept: isVisible }).where('id', '=', id).execute()
}

/**
 * Returns a visible file of a company.
 * Throws a refusal (404) for a hidden file, and the same refusal for a file of another company or a file that does not
 * exist.
 */
export const loadFile = async (db: Db, id: string, uniformNo: string): Promise<FileDownload> =>
  loadContent(db, id, await visibleFile(db, id, uniformNo))

const visibleFile = (db: Db, id: string, uniformNo: string) =>
  db
    .selectFrom('file')
    .select(['name', 'type', 'size'])
    .where('id', '=', id)
    .where('uniform_no', '=', uniformNo)
    .where('kept', '=', true)
    .executeTakeFirst()

/** Returns a file as `loadFile` does, but reads its chunks only while they are sent. */
export const streamFile = async (
  { backgroundDb, log }: Pick<Ports, 'backgroundDb' | 'log'>,
  id: string,
  uniformNo: string,
): Promise<FileDownload<AsyncIterable<Uint8Array>>> => {
  const file = await visibleFile(backgroundDb, id, uniformNo)
  if (!file) throw noFileRefusal()
  return new FileDownload(
    file.name,
    file.type,
    loggedDownload({ log }, { file: id }, storedChunks(backgroundDb, id, file.size)),
  )
}

const storedChunks = async function* (backgroundDb: Db, id: string, size: number): AsyncGenerator<Uint8Array> {
  for (let no = 0; no * chunkBytes < size; no++) yield await loadChunk(backgroundDb, id, no)
}

/**
 * Yields the parts of a download, and logs an error that occurs while they are produced.
 * The response has begun by then, so it can only be aborted.
 */
export const loggedDownload = async function* <Part>(
  { log }: Pick<Ports, 'log'>,
  details: Readonly<Record<string, string>>,
  parts: AsyncIterable<Part>,
): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    log.error('download failed', { ...details, ...errorDetails(error) })
    throw error
  }
}

/** Returns the file of an upload, even while it is hidden. The caller must have checked that the user may read it. */
export const loadUpload = async (db: Db, id: string, uniformNo: string): Promise<FileDownload> => {
  const file = await db
    .selectFrom('file')
    .select(['name', 'type', 'size'])
    .where('id', '=', id)
    .where('uniform_no', '=', uniformNo)
    .executeTakeFirst()
  return loadContent(db, id, file)
}

const loadContent = async (
  db: Db,
  id: string,
  file: (Pick<FileMetadata, 'name' | 'type'> & { readonly size: number }) | undefined,
): Promise<FileDownload> => {
  if (!file) throw noFileRefusal()
  const bytes = new Uint8Array(file.size)
  for (let no = 0; no * chunkBytes < bytes.length; no++) bytes.set(await loadChunk(db, id, no), no * chunkBytes)
  return new FileDownload(String(file.name), String(file.type), bytes)
}

const noFileRefusal = (): HttpRefusal => new HttpRefusal(404, '找不到這個檔案，可能已經刪除。')

/** Number of chunks that one step deletes. */
const chunksPerStep = 8

/**
 * Deletes a hidden file with its content and its row of `import_file`; does nothing to a visible file.
 * If the deletion is interrupted, `deleteOldHiddenFiles` completes it later.
 */
export const deleteHiddenFile = async (backgroundDb: Db, id: string): Promise<void> => {
  // A step that deletes fewer chunks than its limit was the last.
  for (let deleted = chunksPerStep; deleted === chunksPerStep; ) {
    const { numDeletedRows } = await backgroundDb
      .deleteFrom('file_chunk')
      .where('file_id', '=', id)
      .where('no', 'in', (eb) =>
        eb.selectFrom('file_chunk').select('no').where('file_id', '=', id).limit(chunksPerStep),
      )
      .where((eb) => eb.exists(eb.selectFrom('file').select('id').where('id', '=', id).where('kept', '=', false)))
      .executeTakeFirst()
    deleted = Number(numDeletedRows)
  }
  await backgroundDb.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('file')
      .where('id', '=', id)
      .where('kept', '=', false)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await trx.deleteFrom('import_file').where('file_id', '=', id).execute()
  })
}

/**
 * Deletes hidden files that were created more than a day ago, such as those of interrupted uploads.
 * Returns their number.
 */
export const deleteOldHiddenFiles = async (backgroundDb: Db, now: Date): Promise<number> => {
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString()
  const hiddenFiles = await backgroundDb
    .selectFrom('file')
    .select('id')
    .where('kept', '=', false)
    .where('create_time', '<', dayAgo)
    .execute()
  for (const { id } of hiddenFiles) await deleteHiddenFile(backgroundDb, id)
  return hiddenFiles.length
}

const loadChunk = async (db: Db, id: string, no: number): Promise<Uint8Array> => {
  const { bytes } = await db
    .selectFrom('file_chunk')
    .select('bytes')
    .where('file_id', '=', id)
    .where('no', '=', no)
    .executeTakeFirstOrThrow()
  return bytes
}
