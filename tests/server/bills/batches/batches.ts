import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, inflateRawSync } from 'node:zlib'
import type { RecordValues } from '../../../../src/schema/language/language'
import type { Client } from '../../../support/client'
import { type Portal, portal } from '../../../support/portal'
import { twoCompaniesWithTerms } from '../../imports/uploads'

/** A portal with two companies and their terms, and the maker who prints. */
export const slipPortal = async (
  options: Parameters<typeof portal>[0] = {},
): Promise<{ readonly here: Portal; readonly maker: Client }> => {
  const here = await portal(options)
  await twoCompaniesWithTerms(here)
  return { here, maker: await here.as('CustomerMaker', { UserId: 'maker01' }) }
}

/** A valid form of a batch. */
export const goodBatch = {
  ApplyCode: '77001',
  JobName: '11月繳款單補印',
  BillTermId: '2026-11',
  SortType: 'FileOrder',
  MergePDFCount: 100,
}

/** Requests a batch and returns its record, when its job has ended. */
export const printed = async (
  { ports }: Pick<Portal, 'ports'>,
  client: Client,
  values: RecordValues = {},
): Promise<ReturnType<typeof JSON.parse>> => {
  const { code, message, data } = await client.post('/MakePDFList', { ...goodBatch, ...values })
  if (code !== '0000') throw new Error(`The batch was refused: ${code} ${message}`)
  await ports.jobs.runUntilIdle()
  return batchOf(client, data.SerialId)
}

/** Returns a batch as the list shows it. */
export const batchOf = async (client: Client, serialId: number): Promise<ReturnType<typeof JSON.parse>> =>
  (await client.get('/MakePDFList', { PageNo: 1, PageSize: 100 })).data.Items.find(
    (batch: { SerialId: number }) => batch.SerialId === serialId,
  )

/** Returns the numbers of the bills on the pages of a PDF, in their order. */
export const billsInPdf = (pdf: Uint8Array): readonly string[] => {
  const file = join(mkdtempSync(join(tmpdir(), 'batch-')), 'slips.pdf')
  writeFileSync(file, pdf)
  const pages = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8', maxBuffer: 2 ** 30 }).split('\f')
  return pages.flatMap((page) => /B\d{6}-\d{6}/.exec(page)?.[0] ?? [])
}

/** Returns the files of an archive by name, in its order, read by its directory as programs do. */
export const unzipped = (archive: Uint8Array): Readonly<Record<string, Uint8Array>> => {
  const bytes = Buffer.from(archive)
  const end = bytes.lastIndexOf('PK\u0005\u0006')
  const files: Record<string, Uint8Array> = {}
  for (let at = bytes.readUInt32LE(end + 16); at < end; ) {
    const [crc, packed, unpacked, nameLength, start] = [16, 20, 24]
      .map((place) => bytes.readUInt32LE(at + place))
      .concat(bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42))
    const name = bytes.toString('utf8', at + 46, at + 46 + Number(nameLength))
    const content = inflateRawSync(
      bytes.subarray(Number(start) + 30 + Number(nameLength), Number(start) + 30 + Number(nameLength) + Number(packed)),
    )
    if (content.length !== unpacked || crc32(content) !== crc)
      throw new Error(`The file ${name} of the archive is damaged.`)
    files[name] = content
    at += 46 + Number(nameLength)
  }
  return files
}
