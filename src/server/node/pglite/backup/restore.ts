import fs from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { createGunzip } from 'node:zlib'
import { syncTree } from '../../files/atomic-write'
import { makeFolder, ownerOnly } from '../../files/data-folder'
import { messageOf, OperatorError, type Print } from '../../operator-error'
import { startPGlite } from '../client'
import { finishRestore, markRestored, withDataFolder } from '../embedded'
import { chunkBytes, readTarHead } from './tar'

/** Replaces the present database by that of a backup; returns the path to which the former one was moved, or null if there was none. */
export const restoreBackup = (dataDir: string, file: string, print: Print = () => {}): Promise<string | null> =>
  withDataFolder(dataDir, print, async ({ folder, unlock }) => {
    try {
      const partial = `${folder}.half`
      fs.rmSync(partial, { recursive: true, force: true })
      await unpackValidated(file, partial)
      markRestored(partial, folder)
      return finishRestore(folder)
    } finally {
      unlock()
    }
  })

/** Unpacks the backup and opens it once, so that only a valid database replaces the present one. */
const unpackValidated = async (file: string, partial: string): Promise<void> => {
  try {
    await readBackup(file, partial)
    await (await startPGlite(partial, { timeoutMs: 0, report: () => {} })).close()
    syncTree(partial)
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true })
    throw new OperatorError(`${file} cannot be restored: ${messageOf(error)}. Nothing was changed.`, { cause: error })
  }
}

/** Unpacks a backup into a folder that does not exist yet. */
const readBackup = async (file: string, folder: string): Promise<void> => {
  makeFolder(folder)
  const bytes = reader(fs.createReadStream(file).pipe(createGunzip()))
  for (;;) {
    const entry = readTarHead(await bytes.exactly(512))
    if (!entry) return
    await unpack(bytes, entry, join(folder, safeName(entry.name)))
    await bytes.exactly((512 - (entry.size % 512)) % 512)
  }
}

const unpack = async (bytes: ByteReader, { name, size }: { readonly name: string; readonly size: number }, path: string): Promise<void> => {
  if (name.endsWith('/')) return makeFolder(path)
  makeFolder(dirname(path))
  const target = fs.openSync(path, 'wx', ownerOnly.file)
  try {
    for (let left = size; left > 0; ) {
      const chunk = await bytes.exactly(Math.min(chunkBytes, left))
      fs.writeSync(target, chunk)
      left -= chunk.length
    }
  } finally {
    fs.closeSync(target)
  }
}

/** Returns the name; throws if it leads out of the folder, which names in the portal's backups never do. */
const safeName = (name: string): string => {
  if (normalize(name).startsWith('..') || name.startsWith('/')) throw new Error('it is not a backup of the portal')
  return name
}

interface ByteReader {
  exactly(count: number): Promise<Buffer>
}

const reader = (stream: AsyncIterable<Buffer> & NodeJS.ReadableStream): ByteReader => {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return {
    exactly: async (count) => {
      const parts = [rest]
      let length = rest.length
      while (length < count) {
        const { value, done } = await chunks.next()
        if (done) throw new Error('it is incomplete')
        parts.push(value)
        length += value.length
      }
      const all = parts.length === 1 ? rest : Buffer.concat(parts)
      rest = all.subarray(count)
      return all.subarray(0, count)
    },
  }
}
