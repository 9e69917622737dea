import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { Zip, ZipPart } from '../../ports'

/** Writes a zip archive in chunks. Memory use does not grow with the size of the parts. The format allows 4 GiB for a part and for the archive, and 65,535 parts; beyond that, writing fails. */
export const zipChunks: Zip = async function* (parts) {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, content } of parts) {
    const header = Buffer.concat([Buffer.from('PK\u0003\u0004'), commonHeader(name, unknownSummary), Buffer.from(name)])
    yield header
    const summary = { ...unknownSummary }
    for await (const chunk of compressContent(content, summary)) {
      summary.packed += chunk.length
      yield chunk
    }
    const descriptor = Buffer.concat([Buffer.from('PK\u0007\u0008'), summaryFields(summary)])
    yield descriptor
    directory.push(directoryEntry(name, summary, offset))
    offset += header.length + summary.packed + descriptor.length
  }
  const entries = Buffer.concat(directory)
  yield Buffer.concat([entries, endOfArchive(directory.length, entries.length, offset)])
}

/** The checksum and the sizes of a part. The header of a part precedes its content, so it contains zeros instead. */
interface PartSummary {
  crc: number
  packed: number
  unpacked: number
}

const unknownSummary: Readonly<PartSummary> = { crc: 0, packed: 0, unpacked: 0 }

/** Compresses content and records its checksum and unpacked size in `summary`. Stops reading the content when the caller stops. */
const compressContent = async function* (content: ZipPart['content'], summary: PartSummary): AsyncGenerator<Uint8Array> {
  const countedContent = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      summary.crc = crc32(chunk, summary.crc)
      summary.unpacked += chunk.length
      yield chunk
    }
  }
  // The fastest level, because users wait for files of a hundred thousand rows.
  const deflate = createDeflateRaw({ level: 1 })
  // The loop below throws the errors of both streams.
  pipeline(Readable.from(countedContent()), deflate, () => {})
  for await (const chunk of deflate) yield chunk as Buffer
}

const summaryFields = ({ crc, packed, unpacked }: Readonly<PartSummary>): Buffer => {
  const fields = Buffer.alloc(12)
  fields.writeUInt32LE(crc, 0)
  fields.writeUInt32LE(packed, 4)
  fields.writeUInt32LE(unpacked, 8)
  return fields
}

/** Returns the fields that the header of a part and its directory entry share. */
const commonHeader = (name: string, summary: Readonly<PartSummary>): Buffer => {
  const start = Buffer.alloc(10)
  // Version 2.0 of the format is needed to extract.
  start.writeUInt16LE(20, 0)
  // Sizes follow the content (bit 3), and names are in UTF-8 (bit 11).
  start.writeUInt16LE(0x808, 2)
  // Compression method 8 is deflate.
  start.writeUInt16LE(8, 4)
  // 1980-01-01, the first day that the format can express.
  start.writeUInt16LE(0x21, 8)
  const lengths = Buffer.alloc(4)
  lengths.writeUInt16LE(Buffer.byteLength(name), 0)
  return Buffer.concat([start, summaryFields(summary), lengths])
}

const directoryEntry = (name: string, summary: PartSummary, offset: number): Buffer => {
  // All other fields of an entry, such as a comment, stay empty.
  const otherFields = Buffer.alloc(14)
  otherFields.writeUInt32LE(offset, 10)
  // The archive is written by version 2.0 as well.
  return Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), commonHeader(name, summary), otherFields, Buffer.from(name)])
}

const endOfArchive = (parts: number, directoryLength: number, offset: number): Buffer => {
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts, 4)
  end.writeUInt16LE(parts, 6)
  end.writeUInt32LE(directoryLength, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([Buffer.from('PK\u0005\u0006'), end])
}
