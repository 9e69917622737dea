import { createFile, deleteHiddenFile, makeFileVisible, unknownMediaType, writeContent } from '../../files'
import type { Db, Ports } from '../../ports'
import { contentHash } from '../files/content-hash'
import { guessLayout, unknownLayout } from '../files/guess-layout'
import { bankFileJob } from './process'

/** A file that arrives without a user. */
interface ArrivedFile {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array>
}

/** A file whose lines are in the database: the number of its record, and whether the same lines had already arrived under another name or from a user. */
export interface ReceivedFile {
  readonly serialId: number
  readonly isRepeated: boolean
}

/** The ports that receiving a file needs. */
type ReceivingPorts = Pick<Ports, 'backgroundDb' | 'layouts' | 'bankFileTools' | 'clock' | 'jobs' | 'log'>

/** Stores a file with its record and its job. A known file is not stored again, so an interrupted call can be repeated. */
export const receiveBankFile = async (ports: ReceivingPorts, { name, content }: ArrivedFile): Promise<ReceivedFile> => {
  const { backgroundDb: db } = ports
  const fileId = await createFile(db, { name, type: unknownMediaType, uniformNo: '' })
  try {
    const { passed, hash, start } = observed(ports, content)
    const size = await writeContent(db, fileId, passed)
    const layout = size === 0 ? null : await guessLayout(ports.layouts, start(), ports.bankFileTools)
    const serialId = await db.transaction().execute((trx) => insertFile(ports, trx, { fileId, name, size, hash: hash(), layout }))
    if (serialId !== null) {
      if (layout === null) ports.log.warn('bank file refused', { file: serialId })
      return { serialId, isRepeated: false }
    }
    await deleteHiddenFile(db, fileId)
    const known = await db.selectFrom('bank_file').select(['serial_id', 'file_name', 'source']).where('file_hash', '=', hash()).executeTakeFirstOrThrow()
    return { serialId: known.serial_id, isRepeated: known.source !== 'Folder' || known.file_name !== name }
  } catch (error) {
    // A failed deletion must not replace the original error. Files that stay hidden are deleted after a day.
    await deleteHiddenFile(db, fileId).catch(() => {})
    throw error
  }
}

/** Number of bytes that contain the first line of any layout. */
const startBytes = 1024

/** Returns the same content, and functions that return its hash and its first bytes once it has been read. */
const observed = ({ bankFileTools }: Pick<Ports, 'bankFileTools'>, content: AsyncIterable<Uint8Array>) => {
  const lines = contentHash(bankFileTools)
  let start = new Uint8Array()
  const read = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      lines.add(chunk)
      if (start.length < startBytes) start = Uint8Array.of(...start, ...chunk.subarray(0, startBytes - start.length))
      yield chunk
    }
  }
  let hex: string | undefined
  return { passed: read(), start: () => start, hash: () => (hex ??= lines.hex()) }
}

interface StoredFile {
  readonly fileId: string
  readonly name: string
  readonly size: number
  readonly hash: string
  readonly layout: Awaited<ReturnType<typeof guessLayout>>
}

/** Inserts the record of a file; returns null if the lines are known. A file of an unknown kind is recorded as failed, so that operators notice it. */
const insertFile = async ({ clock, jobs, layouts }: ReceivingPorts, trx: Db, { fileId, name, size, hash, layout }: StoredFile): Promise<number | null> => {
  const now = clock().toISOString()
  const problem =
    layout === null ? { import_status: 'Failed' as const, error_message: size === 0 ? '檔案沒有任何資料。' : unknownLayout(layouts), finish_time: now } : {}
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
