import { sql } from 'kysely'
import { layoutNamed } from '../../../schema/layouts/layout'
import type { Call, FileDownload } from '../../call'
import type { Db } from '../../ports'
import type { LineValues } from '../files/bank-file'
import { type Batch, type DebitFile, lockDebits, newestReleased, openBatch, refuseProposed } from './batches'
import { type Selection, selectBills } from './candidates'
import { downloadDebitFile } from './download'
import { makeDebitFile, sentComparison } from './make-file'
import { layoutNameOf, writtenLine } from './media'
import { bodyParameters, debitAgreement, type ExportParameters, queryParameters } from './parameters'

/**
 * Returns the newest file of a batch; makes the first one.
 * With IncludeExported, makes a new one if it would have other records than the newest file.
 * Throws a refusal (2006) while the file waits for release.
 */
export const exportDebits = async (call: Call): Promise<FileDownload<AsyncIterable<Uint8Array>>> => {
  const parameters = await queryParameters(call)
  return downloadDebitFile(call, await inBatch(call, parameters, (work) => existingOrNewFile(call, work)))
}

/** Makes a further file of a batch with the bills that have been added, or freed by a reply, since its newest file. */
export const makeNextFile = async (call: Call): Promise<{ readonly FileId: number; readonly State: string }> => {
  const parameters = { ...(await bodyParameters(call)), IncludeExported: false }
  const { FileId, State } = await inBatch(call, parameters, async ({ db, batch }) => {
    refuseProposed(batch)
    return newFile(call, { db, batch, parameters })
  })
  return { FileId, State }
}

interface BatchWork {
  readonly db: Db
  readonly batch: Batch
  readonly parameters: ExportParameters
}

/**
 * Runs the work in a transaction that no other export of the agreement shares: two of them cannot take the same bill,
 * and two first calls make one file.
 */
const inBatch = (
  call: Call,
  parameters: ExportParameters,
  work: (work: BatchWork) => Promise<DebitFile>,
): Promise<DebitFile> =>
  call.ports.db.transaction().execute(async (db) => {
    await lockDebits(db, parameters.ApplyCode)
    return work({ db, batch: await openBatch(db, parameters), parameters })
  })

const existingOrNewFile = async (call: Call, work: BatchWork): Promise<DebitFile> => {
  const { db, batch, parameters } = work
  const released = newestReleased(batch)
  if (!parameters.IncludeExported && released) return released
  refuseProposed(batch)
  if (!parameters.IncludeExported) return newFile(call, work)
  const selection = await selectBills(db, parameters, { lock: true })
  const isUnchanged =
    released && (selection.chosen.length === 0 || (await hasSameRecords(call, work, { file: released, selection })))
  return isUnchanged ? released : newFile(call, work, selection)
}

const newFile = async (call: Call, { db, batch, parameters }: BatchWork, selected?: Selection): Promise<DebitFile> => {
  const agreement = await debitAgreement(db, parameters.ApplyCode)
  const selection = selected ?? (await selectBills(db, parameters, { lock: true }))
  return makeDebitFile(call, db, { batch, parameters, agreement, selection })
}

/** Returns whether a file contains exactly the chosen bills, with the values that they and their payers have now. */
const hasSameRecords = async (
  { ports: { layouts } }: Call,
  { db, parameters: { MediaFormat } }: BatchWork,
  { file: { FileId }, selection: { chosen } }: { readonly file: DebitFile; readonly selection: Selection },
): Promise<boolean> => {
  const [, line] = writtenLine(layoutNamed(layouts, layoutNameOf(MediaFormat)))
  const { rows } = await sql<{ bill: number; sent: LineValues }>`
    select bill_serial_id as bill, sent from internal_debit_record where debit_file_id = ${FileId}`.execute(db)
  const records = new Map(rows.map(({ bill, sent }) => [bill, sent]))
  const isAsSent = sentComparison(line)
  return records.size === chosen.length && chosen.every((bill) => isAsSent(bill, records.get(bill.SerialId) ?? {}))
}
