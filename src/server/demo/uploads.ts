import type { SchemaSet } from '../../schema/load/schema-set'
import { sheetMediaType } from '../files'
import { contentHash } from '../imports/kept-files'
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

/** Returns the user who works with an agreement: the first maker has the company's first one only. */
export const makerOf = ({ company, agreement }: DemoOwner): string => (agreement === company.agreements[0] ? 'maker01' : 'maker02')

/** Returns the context of the maker who works with an agreement. */
export const makerContext = (work: DemoWork, owner: DemoOwner): RecordContext => contextAs(work, owner, { userId: makerOf(owner), role: 'CustomerMaker' })

/** Returns the context of the person who releases what makers propose. */
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
  const stored = await Promise.all(
    files.map(async ({ id: FileId, name, rows, page, time }) => {
      const bytes = new TextEncoder().encode(csvText(rows))
      return {
        file: { Id: FileId, Name: name, Type: sheetMediaType(name), Size: bytes.length, UniformNo: owner.company.uniformNo, CreateTime: time },
        chunk: { FileId, No: 0, Bytes: `\\x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}` },
        upload: { FileId, Resource: page, UserId: makerOf(owner), UploadTime: time, ContentHash: await contentHash(bytes) },
      }
    }),
  )
  for (const [table, part] of [
    ['file', 'file'],
    ['file_chunk', 'chunk'],
    ['import_file', 'upload'],
  ] as const)
    await insertRows(
      db,
      table,
      stored.map((parts) => parts[part]),
    )
}

const csvText = (rows: DemoFile['rows']): string => `\ufeff${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`

const csvCell = (text: string): string => (text.includes(',') ? `"${text}"` : text)
