import { unknownMediaType } from '../../../domain/file-kinds'
import { createFile, deleteHiddenFile, makeFileVisible, writeContent } from '../../files'
import type { Db, Ports } from '../../ports'
import { contentHasher } from '../files/content-hash'
import { guessLayout, unknownLayoutMessage } from '../files/guess-layout'
import { bankFileJob } from './enqueue'

/** A file that arrives without a user. */
interface ArrivedFile {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
}

/**
 * The record of a received file.
 * `hasOtherOrigin` is true if the same content was already stored from a file of another name or from a user's upload.
 * Files that differ only in their line breaks have the same content.
 */
export interface ReceivedFile {
  readonly serialId: number
  readonly hasOtherOrigin: boolean
}

/** The ports that receiving a file needs. */
type ReceivingPorts = Pick<Ports, 'backgroundDb' | 'layouts' | 'bankFileTools' | 'clock' | 'jobs' | 'log'>

/**
 * Stores a file with its record and its job.
 * A file that was already stored is not stored again, so an interrupted call can be repeated.
 */
export const receiveBankFile = async (ports: ReceivingPorts, { name, content }: ArrivedFile): Promise<ReceivedFile> => {
  const { backgroundDb: db } = ports
  const fileId = await createFile(db, { name, type: unknownMediaType, uniformNo: '' })
  try {
    const { chunks, hash, firstBytes } = withHash(ports, content)
    const size = await writeContent(db, fileId, chunks)
    const layout = size === 0 ? null : await guessLayout(ports.layouts, firstBytes(), ports.bankFileTools)
    const serialId = await db
      .transaction()
      .execute((trx) => insertFile(ports, trx, { fileId, name, size, hash: hash(), layout }))
    if (serialId !== null) {
      if (layout === null) ports.log.warn('bank file refused', { file: serialId })
      return { serialId, hasOtherOrigin: false }
    }
    await deleteHiddenFile(db, fileId)
    const earlier = await db
      .selectFrom('bank_file')
      .select(['serial_id', 'file_name', 'source'])
      .where('file_hash', '=', hash())
      .executeTakeFirstOrThrow()
    return { serialId: earlier.serial_id, hasOtherOrigin: earlier.source !== 'Folder' || earlier.file_name !== name }
  } catch (error) {
    // A failed deletion must not replace the original error. Files that stay hidden are deleted after a day.
    await deleteHiddenFile(db, fileId).catch(() => {})
    throw error
  }
}

/** Number of bytes that contain the first line of any layout. */
const maxFirstBytes = 1024

/** Returns the unchanged content, and functions that return its hash and its first bytes after it has been read. */
const withHash = ({ bankFileTools }: Pick<Ports, 'bankFileTools'>, content: AsyncIterable<Uint8Array>) => {
  const contentDigest = contentHasher(bankFileTools)
  let start = new Uint8Array()
  const read = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      contentDigest.add(chunk)
      if (start.length < maxFirstBytes)
        start = Uint8Array.of(...start, ...chunk.subarray(0, maxFirstBytes - start.length))
      yield chunk
    }
  }
  let hex: string | undefined
  return { chunks: read(), firstBytes: () => start, hash: () => (hex ??= contentDigest.hex()) }
}

interface StoredFile {
  readonly fileId: string
  readonly name: string
  readonly size: number
  readonly hash: string
  readonly layout: Awaited<ReturnType<typeof guessLayout>>
}

/**
 * Inserts the record of a file; returns null if a file with the same content exists.
 * A file of an unknown kind is recorded as failed, so that operators notice it.
 */
const insertFile = async (
  { clock, jobs, layouts }: ReceivingPorts,
  trx: Db,
  { fileId, name, size, hash, layout }: StoredFile,
): Promise<number | null> => {
  const now = clock().toISOString()
  const problem =
    layout === null
      ? {
          import_status: 'Failed' as const,
          error_message: size === 0 ? '檔案沒有任何資料。' : unknownLayoutMessage(layouts),
          finish_time: now,
        }
      : {}
  const inserted = await trx
    .insertInto('bank_file')
    .values({
      file: fileId,
      file_name: name,
      file_size: size,
      file_hash: hash,
      layout,
      source: 'Folder',
      import_status: 'Pending',
      upload_time: now,
      create_user: '',
      create_time: now,
      update_user: '',
      update_time: now,
      ...problem,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('serial_id')
    .executeTakeFirst()
  if (!inserted) return null
  await makeFileVisible(trx, fileId)
  if (layout !== null) await jobs.enqueue(trx, bankFileJob, { SerialId: inserted.serial_id })
  return inserted.serial_id
}
