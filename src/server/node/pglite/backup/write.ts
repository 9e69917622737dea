import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, type Gzip } from 'node:zlib'
import { replaceFileUsing } from '../../files/atomic-write'
import { codeOf } from '../../operator-error'
import type { PGliteClient } from '../client'
import { chunkBytes, tarEnd, tarHeader, tarPadding } from './tar'

/**
 * Writes the database to one archive while it stays in use: first its files as they are, then the write-ahead log,
 * which makes the copies consistent.
 */
export const writeBackup = (client: PGliteClient, folder: string, file: string): Promise<void> =>
  replaceFileUsing(file, (partialPath) => writeArchive(client, folder, partialPath))

const writeArchive = async (client: PGliteClient, folder: string, partialPath: string): Promise<void> => {
  const gzip = createGzip({ level: 1 })
  const pipelineEnd = pipeline(gzip, createWriteStream(partialPath))
  // If the file cannot be written, the copying would wait forever, so an error of the pipeline ends the wait.
  await Promise.race([pipelineEnd, copyDatabase(client, { gzip, folder })])
  await writeChunks(gzip, tarEnd)
  gzip.end()
  await pipelineEnd
}

interface Archive {
  /** The stream that compresses the archive. */
  readonly gzip: Gzip
  readonly folder: string
}

const copyDatabase = (client: PGliteClient, archive: Archive): Promise<void> =>
  client.duringBackup({
    copyFiles: () => addFolder(archive, ''),
    copyLog: async ({ label, lastSegment }) => {
      await writeChunks(
        archive.gzip,
        tarHeader('backup_label', Buffer.byteLength(label)),
        Buffer.from(label),
        tarPadding(Buffer.byteLength(label)),
      )
      const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? ''
      for (const name of (await readdir(join(archive.folder, 'pg_wal'))).sort())
        if (/^[0-9A-F]{24}$/.test(name) && name >= firstSegment && name <= lastSegment)
          await addFile(archive, `pg_wal/${name}`)
    },
  })

/**
 * Folders whose content is not backed up: the log is written separately, and PostgreSQL recreates the rest when it
 * starts.
 */
const emptyFolders = new Set([
  'pg_wal/',
  'pg_stat_tmp/',
  'pg_replslot/',
  'pg_dynshmem/',
  'pg_notify/',
  'pg_serial/',
  'pg_snapshots/',
  'pg_subtrans/',
])
/** The subfolders of `pg_wal`. They are added empty, because `pg_wal` is not copied with the other folders. */
const emptyWalFolders = ['pg_wal/archive_status/', 'pg_wal/summaries/']

const addFolder = async (archive: Archive, path: string): Promise<void> => {
  for (const entry of await readdir(join(archive.folder, path), { withFileTypes: true })) {
    const name = path + entry.name
    if (entry.isFile()) await addFile(archive, name)
    else if (entry.name !== 'pgsql_tmp') await writeChunks(archive.gzip, tarHeader(`${name}/`, 0))
    if (entry.isDirectory() && entry.name !== 'pgsql_tmp' && !emptyFolders.has(`${name}/`))
      await addFolder(archive, `${name}/`)
  }
  if (path === '') for (const name of emptyWalFolders) await writeChunks(archive.gzip, tarHeader(name, 0))
}

/** Copies as many bytes as the file had when it was opened; later changes are in the log. */
const addFile = async ({ gzip, folder }: Archive, name: string): Promise<void> => {
  const file = await open(join(folder, name)).catch(nullIfMissing)
  if (!file) return
  try {
    const { size } = await file.stat()
    await writeChunks(gzip, tarHeader(name, size))
    let bytesLeft = size
    while (bytesLeft > 0) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(chunkBytes, bytesLeft)))
      // If the file shrank during the copy, zeros fill the size announced in the tar header.
      // The log no longer refers to the truncated pages.
      const chunk = bytesRead === 0 ? buffer : buffer.subarray(0, bytesRead)
      await writeChunks(gzip, chunk)
      bytesLeft -= chunk.length
    }
    await writeChunks(gzip, tarPadding(size))
  } finally {
    await file.close()
  }
}

const nullIfMissing = (error: unknown): null => {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

const writeChunks = async (gzip: Gzip, ...chunks: readonly Buffer[]): Promise<void> => {
  for (const chunk of chunks) if (!gzip.write(chunk)) await once(gzip, 'drain')
}
