import { sql } from 'kysely'
import type { Slip } from '../../../domain/bills/slip'
import type { EnumCode } from '../../../domain/enums'
import { Refusal } from '../../../domain/refusal'
import { type DocumentRights, documentAccess } from '../../access/documents'
import { writeContent } from '../../files'
import { beginJobFile, discardJobFile, type JobFileOwner, publishJobFile } from '../../jobs/job-file'
import type { Db, JobRun, Ports, ZipPart } from '../../ports'
import { countPrints, slipsOf } from '../slip'
import { stillPrintable } from './selection'

/** The user who requested slips, with their rights at that time; stored in the data of the job. */
export interface SlipRequester {
  readonly userId: string
  readonly uniformNo: string
  readonly ip: string
  readonly rights: DocumentRights
}

/** Slips that are printed into the file of a record. */
export interface SlipBatch {
  readonly owner: JobFileOwner
  readonly requester: SlipRequester
  /** The company of the agreement, to which the file belongs. */
  readonly uniformNo: string
  /** Name of the file without its extension. */
  readonly name: string
  /** Keys of the bills in the order of printing. */
  readonly bills: readonly number[]
  /** Maximum number of slips in a PDF. */
  readonly slipsPerFile: number
  /** The template of all slips; null if each bill uses its own. */
  readonly template: EnumCode<'BillTemplate'> | null
}

/** A batch that has been printed. */
export interface PrintedBatch {
  readonly billCount: number
  readonly fileCount: number
  /** Size of the PDF, or of the archive with several PDFs, in bytes. */
  readonly size: number
  /** The last day on which the file can be downloaded. */
  readonly expireDate: string
}

/**
 * Marks the record of the slips as done, in the transaction that ends the job; returns false if the record has already
 * ended or was deleted.
 */
export type EndRecord = (trx: Db, printed: PrintedBatch) => Promise<boolean>

/**
 * Prints the slips into one PDF, or into an archive of several PDFs, and ends the job.
 * The file, the record, the numbers of prints and the audit lines become visible together.
 * A failed attempt leaves nothing visible.
 */
export const writeSlips = async (ports: Ports, run: JobRun, batch: SlipBatch, endRecord: EndRecord): Promise<void> => {
  const { backgroundDb: db, clock } = ports
  const startedAt = clock()
  const written: WrittenSlips = { billIds: [], billsWithFullName: [], fileCount: 0 }
  await run.progress(0, batch.bills.length)
  const groups = groupsOf(readSlips(ports, batch, written), batch.slipsPerFile)
  // A second group means that there are several PDFs.
  const [first, second] = [await groups.next(), await groups.next()]
  if (first.done) throw new Refusal('2006', '這些帳單在產製前都已繳清或作廢，沒有可列印的繳款單。')
  const isArchive = !second.done
  const { owner, uniformNo, name } = batch
  const file = isArchive
    ? { name: `${name}.zip`, type: 'application/zip' }
    : { name: `${name}.pdf`, type: 'application/pdf' }
  const fileId = await beginJobFile(db, owner, { ...file, uniformNo })
  try {
    const print = printer(ports, run, written)
    const content = isArchive
      ? ports.zip(partsOf(concatenated([first.value, second.value], groups), print, batch))
      : print(first.value)
    const size = await writeContent(db, fileId, content)
    await db.transaction().execute(async (trx) => {
      const expireDate = await publishJobFile(trx, fileId, clock())
      const { billIds, billsWithFullName, fileCount } = written
      if (!(await endRecord(trx, { billCount: billIds.length, fileCount, size, expireDate })))
        throw new Error('The record of a batch of slips has already ended or was deleted.')
      await countPrints(trx, billIds, startedAt)
      await auditNames(trx, batch.requester, { bills: billsWithFullName, at: clock() })
      await run.end(trx)
    })
  } catch (error) {
    // A failed deletion must not replace the original error. Files that stay hidden are deleted after a day.
    await discardJobFile(db, fileId).catch(() => {})
    throw error
  }
}

/** What has been written so far. `readSlips` adds the bills, `printer` counts the files. */
interface WrittenSlips {
  /** Bills whose slips have been read; when the file is complete, these slips are printed. */
  readonly billIds: number[]
  /** Bills whose slips show a person's name in full. */
  readonly billsWithFullName: number[]
  fileCount: number
}

/** Number of bills that one statement reads. */
const billsPerStep = 250

/**
 * Reads the slips in steps.
 * Each step reads one snapshot of the database, so that no slip requests money that was paid in the meantime.
 */
const readSlips = async function* (
  ports: Ports,
  { bills, template, requester }: SlipBatch,
  { billIds, billsWithFullName }: WrittenSlips,
): AsyncGenerator<Slip> {
  const access = documentAccess(requester.rights, async (ids) => void billsWithFullName.push(...ids))
  for (let start = 0; start < bills.length; start += billsPerStep) {
    const { ids, slips } = await ports.backgroundDb
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        const stepIds = await stillPrintable(db, bills.slice(start, start + billsPerStep))
        return { ids: stepIds, slips: await slipsOf({ ...ports, db }, access, stepIds) }
      })
    billIds.push(...ids)
    for (const slip of slips) yield template === null ? slip : { ...slip, template }
  }
}

/** Divides the slips into the groups that are printed in one PDF each. */
const groupsOf = async function* (
  slips: AsyncIterable<Slip>,
  size: number,
): AsyncGenerator<readonly Slip[], undefined> {
  let group: Slip[] = []
  for await (const slip of slips) {
    group.push(slip)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

const concatenated = async function* (
  first: readonly (readonly Slip[])[],
  others: AsyncIterable<readonly Slip[]>,
): AsyncGenerator<readonly Slip[]> {
  yield* first
  yield* others
}

type Print = (slips: readonly Slip[]) => AsyncGenerator<Uint8Array>

/** Returns a function that prints a PDF, and counts the file and the progress of the job. */
const printer = ({ slips: { print } }: Ports, run: JobRun, written: WrittenSlips): Print => {
  let printedCount = 0
  return async function* (slips) {
    yield await print(slips)
    written.fileCount += 1
    printedCount += slips.length
    await run.progress(printedCount)
  }
}

/**
 * Returns the PDFs of an archive, named after the bill, or after the positions of the first and the last slip in the
 * batch.
 */
const partsOf = async function* (
  groups: AsyncIterable<readonly Slip[]>,
  print: Print,
  { bills, slipsPerFile }: SlipBatch,
): AsyncGenerator<ZipPart> {
  const positionText = (position: number) => String(position).padStart(String(bills.length).length, '0')
  let printedBefore = 0
  for await (const slips of groups) {
    const name =
      slipsPerFile === 1
        ? `繳款單_${slips[0]?.billNo}.pdf`
        : `繳款單_${positionText(printedBefore + 1)}-${positionText(printedBefore + slips.length)}.pdf`
    yield { name, content: print(slips) }
    printedBefore += slips.length
  }
}

/** Writes an audit line for each bill whose slip shows a person's name in full. */
const auditNames = async (
  trx: Db,
  { userId, uniformNo, ip }: SlipRequester,
  { bills, at }: { readonly bills: readonly number[]; readonly at: Date },
): Promise<void> => {
  await sql`
    insert into audit_log (at, user_id, uniform_no, ip, action, resource, record_key)
    select ${at.toISOString()}::timestamptz, ${userId}, ${uniformNo}, ${ip}, 'MakePDF', 'bills', id::text
    from unnest(${bills}::bigint[]) with ordinality as bill (id, no)
    order by no`.execute(trx)
}
