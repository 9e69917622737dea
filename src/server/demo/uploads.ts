import { csvText } from '../../domain/csv'
import type { SchemaSet } from '../../schema/load/schema-set'
import { sheetMediaType } from '../files'
import { contentHash } from '../imports/uploaded-files'
import type { Db, Ports } from '../ports'
import type { RecordContext } from '../records/context'
import type { DemoAgreement, DemoCompany } from './companies'
import { insertRows } from './insert-rows'

/** The portal in which the demo works; both of its databases are the transaction that creates the demo data. */
export interface DemoWork {
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly today: string
}

/** An agreement and its company. */
export interface DemoOwner {
  readonly company: DemoCompany
  readonly agreement: DemoAgreement
}

/** Returns the work as it would have been done at that time. */
export const workAt = (work: DemoWork, time: string): DemoWork => ({ ...work, ports: { ...work.ports, clock: () => new Date(time) } })

/** Returns the user who works with an agreement: the first maker works only with the company's first agreement. */
export const makerOf = ({ company, agreement }: DemoOwner): string => (agreement === company.agreements[0] ? 'maker01' : 'maker02')

/** Returns the context of the maker who works with an agreement. */
export const makerContext = (work: DemoWork, owner: DemoOwner): RecordContext => contextAs(work, owner, { userId: makerOf(owner), role: 'CustomerMaker' })

/** Returns the context of the person who releases the proposals of makers. */
export const checkerContext = (work: DemoWork, owner: DemoOwner): RecordContext => contextAs(work, owner, { userId: 'checker01', role: 'CustomerChecker' })

const contextAs = (
  { ports: { db, clock }, schemas }: DemoWork,
  { company: { uniformNo }, agreement }: DemoOwner,
  person: { readonly userId: string; readonly role: string },
): RecordContext => ({
  db,
  schemas,
  clock,
  ip: '',
  scope: { kind: 'company', uniformNo, sessionId: '', applyCodes: [agreement.applyCode], ...person },
})

/** A file that a maker uploaded: its rows, titles first. */
export interface DemoFile {
  readonly id: string
  readonly name: string
  readonly rows: readonly (readonly string[])[]
  readonly page: 'billImportList' | 'whiteListImportList'
  readonly time: string
}

/** Stores the files of uploads. */
export const insertFiles = async (db: Db, owner: DemoOwner, files: readonly DemoFile[]): Promise<void> => {
  const { uniformNo } = owner.company
  const contents = files.map(({ id, name, rows, time }) => ({
    id,
    name,
    uniformNo,
    time,
    type: sheetMediaType(name),
    bytes: new TextEncoder().encode(csvText(rows)),
  }))
  await insertContents(db, contents)
  const uploads = files.map(async ({ id: FileId, page, time }, index) => ({
    FileId,
    Resource: page,
    UserId: makerOf(owner),
    UploadTime: time,
    ContentHash: await contentHash(contents[index]?.bytes ?? new Uint8Array()),
  }))
  await insertRows(db, 'import_file', await Promise.all(uploads))
}

/** A stored file. */
interface DemoContent extends Pick<DemoFile, 'id' | 'name' | 'time'> {
  readonly type: string
  /** Empty for a file of the bank. */
  readonly uniformNo: string
  readonly bytes: Uint8Array
}

/** Stores files of less than a chunk. */
export const insertContents = async (db: Db, files: readonly DemoContent[]): Promise<void> => {
  const records = files.map(({ id, name, type, bytes, uniformNo, time }) => ({
    Id: id,
    Name: name,
    Type: type,
    Size: bytes.length,
    UniformNo: uniformNo,
    CreateTime: time,
  }))
  await insertRows(db, 'file', records)
  const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const chunks = files.map(({ id, bytes }) => ({ FileId: id, No: 0, Bytes: `\\x${hex(bytes)}` }))
  await insertRows(db, 'file_chunk', chunks)
}
