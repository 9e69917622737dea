import { sql } from 'kysely'
import type { DebitPreview } from '../../../contract/call-responses'
import { maxListedDebits, maxListedMisfits } from '../../../contract/debits'
import { debitMedia } from '../../../domain/debits/media'
import type { StayOut } from '../../../domain/debits/selection'
import { Refusal } from '../../../domain/refusal'
import { layoutNamed } from '../../../schema/layouts/layout'
import { maskedName } from '../../access/masks'
import type { Call } from '../../call'
import type { Db, Ports } from '../../ports'
import { misfitText } from '../files/fit-value'
import { type Candidate, type LeftOut, selectBills } from './candidates'
import { filesWithAnswers } from './file-list'
import { recordOf, requireExportable } from './make-file'
import { lineFiller, writtenLine } from './media'
import { bodyParameters, debitAgreement, type ExportParameters } from './parameters'

/** Returns which bills an export would take, which stay out and why, and the files that the batch has. Stores nothing. */
export const previewDebits = async (call: Call): Promise<DebitPreview> => {
  const { ports } = call
  const parameters = await bodyParameters(call)
  const agreement = await debitAgreement(ports.db, parameters.ApplyCode)
  const { chosen, leftOut } = await selectBills(ports.db, parameters)
  return {
    Problem: await problemOf(() => requireExportable(ports, parameters, agreement)),
    NeedsRelease: agreement.DualControl,
    Count: chosen.length,
    Amount: chosen.reduce((sum, { RemainAmount }) => sum + RemainAmount, 0),
    Bills: chosen.slice(0, maxListedDebits).map(billItem),
    StayOutCount: leftOut.length,
    Reasons: countByReason(leftOut),
    StayOuts: leftOut.slice(0, maxListedDebits).map(({ bill, reason }) => ({ ...billItem(bill), Reason: reason })),
    Misfits: misfitsOf(ports, parameters, chosen),
    Files: await filesWithAnswers(ports.db, await fileIdsOf(ports.db, parameters)),
  }
}

/** Returns the message of the refusal that the check throws; null if it throws none. */
const problemOf = async (check: () => Promise<void>): Promise<string | null> => {
  try {
    await check()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

const billItem = ({ SerialId, BillNo, PayerId, PayerName, IdNo, RemainAmount, PaymentEndDate }: Candidate) => ({
  SerialId,
  BillNo,
  PayerId,
  PayerName: maskedName(PayerName, IdNo),
  Amount: RemainAmount,
  PaymentEndDate,
})

const countByReason = (leftOut: readonly LeftOut[]): DebitPreview['Reasons'] => {
  const counts = new Map<StayOut, number>()
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(([Reason, Count]) => ({ Reason, Count }))
}

/** Returns the bills with a value that does not fit the layout of the file. */
const misfitsOf = (
  { layouts, bankFileTools }: Pick<Ports, 'layouts' | 'bankFileTools'>,
  { MediaFormat }: ExportParameters,
  bills: readonly Candidate[],
): DebitPreview['Misfits'] => {
  const [, line] = writtenLine(layoutNamed(layouts, debitMedia[MediaFormat].layout))
  const fill = lineFiller(line)
  const misfits: { BillNo: string; Text: string }[] = []
  // The preview checks what belongs to a bill; the rest is the same for the whole file.
  const isOfBill = (name: string): boolean => bills[0] !== undefined && name in recordOf(bills[0]).values
  const own = { fields: Object.fromEntries(Object.entries(line.fields).filter(([name]) => isOfBill(name))) }
  for (const bill of bills) {
    const { values } = recordOf(bill)
    const Text = misfitText(own, fill(values), bankFileTools.big5)
    if (Text !== null) misfits.push({ BillNo: bill.BillNo, Text })
    if (misfits.length === maxListedMisfits) break
  }
  return misfits
}

const fileIdsOf = async (
  db: Db,
  { ApplyCode, BillTermId, DebitDate, MediaFormat, TxId }: ExportParameters,
): Promise<readonly number[]> => {
  const { rows } = await sql<{ id: number }>`
    select f.debit_file_id as id
    from internal_debit_file f
    join internal_debit_batch b using (batch_id)
    where b.apply_code = ${ApplyCode} and b.bill_term_id = ${BillTermId} and b.media_format = ${MediaFormat} and b.debit_date = ${DebitDate}
      and b.tx_id = ${TxId}`.execute(db)
  return rows.map(({ id }) => id)
}
