import fs from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { createGunzip } from 'node:zlib'
import { syncTree } from '../../files/atomic-write'
import { makeFolder, ownerOnly } from '../../files/data-folder'
import { messageOf, OperatorError, type Print } from '../../operator-error'
import { startPGlite } from '../client'
import { finishRestore, markRestored, withDataFolder } from '../embedded'
import { chunkBytes, readTarHeader, tarPadding } from './tar'

/**
 * Replaces the current database with that of a backup; returns the path to which the previous one was moved, or null if
 * there was none.
 */
export const restoreBackup = (dataDir: string, file: string, print: Print = () => {}): Promise<string | null> =>
  withDataFolder(dataDir, print, async ({ folder, unlock }) => {
    try {
      const partialFolder = `${folder}.half`
      fs.rmSync(partialFolder, { recursive: true, force: true })
      await unpackAndValidate(file, partialFolder)
      markRestored(partialFolder, folder)
      return finishRestore(folder)
    } finally {
      unlock()
    }
  })

/** Unpacks the backup and opens it once, so that only a valid database replaces the current one. */
const unpackAndValidate = async (file: string, partialFolder: string): Promise<void> => {
  try {
    await unpackBackup(file, partialFolder)
    await (await startPGlite(partialFolder, { timeoutMs: 0, report: () => {} })).close()
    syncTree(partialFolder)
  } catch (error) {
    fs.rmSync(partialFolder, { recursive: true, force: true })
    throw new OperatorError(`${file} cannot be restored: ${messageOf(error)}. Nothing was changed.`, { cause: error })
  }
}

/** Unpacks a backup into a folder that does not exist yet. */
const unpackBackup = async (file: string, folder: string): Promise<void> => {
  makeFolder(folder)
  const bytes = byteReader(fs.createReadStream(file).pipe(createGunzip()))
  for (;;) {
    const entry = readTarHeader(await bytes.readExactly(512))
    if (!entry) return
    await unpackEntry(bytes, entry, join(folder, safeName(entry.name)))
    await bytes.readExactly(tarPadding(entry.size).length)
  }
}

const unpackEntry = async (
  bytes: ByteReader,
  { name, size }: { readonly name: string; readonly size: number },
  path: string,
): Promise<void> => {
  if (name.endsWith('/')) return makeFolder(path)
  makeFolder(dirname(path))
  const target = fs.openSync(path, 'wx', ownerOnly.file)
  try {
    for (let bytesLeft = size; bytesLeft > 0; ) {
      const chunk = await bytes.readExactly(Math.min(chunkBytes, bytesLeft))
      fs.writeSync(target, chunk)
      bytesLeft -= chunk.length
    }
  } finally {
    fs.closeSync(target)
  }
}

/** Returns the name; throws if it leads out of the folder, which a name in a backup of the portal never does. */
const safeName = (name: string): string => {
  if (normalize(name).startsWith('..') || name.startsWith('/')) throw new Error('it is not a backup of the portal')
  return name
}

interface ByteReader {
  /** Returns the next `count` bytes; throws if the stream ends before. */
  readExactly(count: number): Promise<Buffer>
}

const byteReader = (stream: AsyncIterable<Buffer> & NodeJS.ReadableStream): ByteReader => {
  const chunks = stream[Symbol.asyncIterator]()
  let unreadBytes: Buffer = Buffer.alloc(0)
  return {
    readExactly: async (count) => {
      const buffers = [unreadBytes]
      let length = unreadBytes.length
      while (length < count) {
        const { value, done } = await chunks.next()
        if (done) throw new Error('it is incomplete')
        buffers.push(value)
        length += value.length
      }
      const all = buffers.length === 1 ? unreadBytes : Buffer.concat(buffers)
      unreadBytes = all.subarray(count)
      return all.subarray(0, count)
    },
  }
}
