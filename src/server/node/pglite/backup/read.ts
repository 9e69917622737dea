import fs from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { createGunzip } from 'node:zlib'
import { readTarHead } from './tar'

/** Unpacks a backup into a folder that does not exist yet. */
export const readBackup = async (file: string, folder: string): Promise<void> => {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const bytes = reader(fs.createReadStream(file).pipe(createGunzip()))
  for (;;) {
    const entry = readTarHead(await bytes.exactly(512))
    if (!entry) return
    await unpack(bytes, entry, join(folder, within(entry.name)))
    await bytes.exactly((512 - (entry.size % 512)) % 512)
  }
}

const unpack = async (bytes: Reader, { name, size }: { readonly name: string; readonly size: number }, path: string): Promise<void> => {
  if (name.endsWith('/')) return void fs.mkdirSync(path, { recursive: true, mode: 0o700 })
  fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const target = fs.openSync(path, 'wx', 0o600)
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

const chunkBytes = 262_144

/** A name that leads out of the folder is no name that we wrote. */
const within = (name: string): string => {
  if (normalize(name).startsWith('..') || name.startsWith('/')) throw new Error('it is not a backup of the portal')
  return name
}

interface Reader {
  exactly(count: number): Promise<Buffer>
}

const reader = (stream: AsyncIterable<Buffer> & NodeJS.ReadableStream): Reader => {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return {
    exactly: async (count) => {
      const parts = [rest]
      let length = rest.length
      while (length < count) {
        const { value, done } = await chunks.next()
        if (done) throw new Error('it ends too early')
        parts.push(value)
        length += value.length
      }
      const all = parts.length === 1 ? rest : Buffer.concat(parts)
      rest = all.subarray(count)
      return all.subarray(0, count)
    },
  }
}
