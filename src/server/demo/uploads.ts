import { csvText } from '../../domain/csv'
import { mediaTypeOf } from '../../domain/file-kinds'
import type { Db } from '../ports'
import { contentHash } from '../security/keys'
import { type DemoTenant, makerOf } from './demo-portal'
import { insertRows } from './insert-rows'

/** A file that a maker uploaded; the first row contains the titles. */
export interface UploadedDemoFile {
  readonly id: string
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  readonly page: 'billImportList' | 'whiteListImportList'
  readonly time: string
}

/** Stores files that a maker uploaded, with the user and the page of each upload. */
export const insertUploadedFiles = async (
  db: Db,
  tenant: DemoTenant,
  files: readonly UploadedDemoFile[],
): Promise<void> => {
  const { uniformNo } = tenant.company
  const contents = files.map(({ id, name, rows, time }) => ({
    id,
    name,
    uniformNo,
    time,
    type: mediaTypeOf(name),
    bytes: new TextEncoder().encode(csvText(rows)),
  }))
  await insertFiles(db, contents)
  const uploads = files.map(async ({ id: FileId, page, time }, index) => ({
    FileId,
    Resource: page,
    UserId: makerOf(tenant),
    UploadTime: time,
    ContentHash: await contentHash(contents[index]?.bytes ?? new Uint8Array()),
  }))
  await insertRows(db, 'import_file', await Promise.all(uploads))
}

/** A file of the demo, uploaded or from the bank. */
interface DemoFile extends Pick<UploadedDemoFile, 'id' | 'name' | 'time'> {
  readonly type: string
  /** Empty for a file of the bank. */
  readonly uniformNo: string
  readonly bytes: Uint8Array
}

/** Stores files, each of which must fit into one chunk. */
export const insertFiles = async (db: Db, files: readonly DemoFile[]): Promise<void> => {
  const records = files.map(({ id, name, type, bytes, uniformNo, time }) => ({
    Id: id,
    Name: name,
    Type: type,
    Size: bytes.length,
    UniformNo: uniformNo,
    CreateTime: time,
  }))
  await insertRows(db, 'file', records)
  // The hexadecimal notation of bytea.
  const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const chunks = files.map(({ id, bytes }) => ({ FileId: id, No: 0, Bytes: `\\x${hex(bytes)}` }))
  await insertRows(db, 'file_chunk', chunks)
}
