import { addAbortSignal, type PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Zip } from '../../ports'

/**
 * Writes a zip archive in chunks.
 * Memory use does not grow with the size of the parts.
 * Stops reading the parts when the caller stops.
 */
export const zipChunks: Zip = async function* (parts) {
  const archive = new ZipFile()
  // The types of yazl declare an older interface of its stream.
  const output = archive.outputStream as PassThrough
  const end = new AbortController()
  archive.on('error', (error) => output.destroy(error))
  addParts(archive, parts, end.signal).catch((error: Error) => output.destroy(error))
  try {
    yield* output
  } finally {
    end.abort()
  }
}

const addParts = async (archive: ZipFile, parts: Parameters<Zip>[0], end: AbortSignal): Promise<void> => {
  for await (const { name, content } of parts) {
    const stream = addAbortSignal(end, Readable.from(content))
    archive.addReadStream(stream, name, partOptions)
    await finished(stream)
  }
  archive.end()
}

const partOptions = {
  // The fastest level, because users wait for files of a hundred thousand rows.
  compressionLevel: 1,
  // The first day that the format can express, so that equal content gives equal archives.
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
}
