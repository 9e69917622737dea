import { sql } from 'kysely'
import { debitDateProblem } from '../../../domain/debits/debit-date'
import { debitMedia } from '../../../domain/debits/media'
import { enumText } from '../../../domain/enums'
import { Refusal } from '../../../domain/refusal'
import type { LayoutLine } from '../../../schema/layouts/layout'
import { actorOf } from '../../access/caller'
import { requireActiveAgreement } from '../../active-agreement'
import type { Call } from '../../call'
import { auditRecord, contextOf, throwIfFieldErrors, todayOf } from '../../context'
import { nextUpdateTime } from '../../database/times'
import type { Db, Ports } from '../../ports'
import type { LineValues } from '../files/bank-file'
import { holidaysFrom } from '../reported-lines'
import type { Batch, DebitFile } from './batches'
import type { Candidate, Selection } from './candidates'
import { lineFiller } from './media'
import { type DebitAgreement, debitPage, type ExportParameters } from './parameters'
import { type FileRecord, storeDebitFile } from './store-file'

/** Maximum number of records of a file. */
export const maxDebitRecords = 100_000

/** A file that is to be made of selected bills. */
export interface RequestedFile {
  readonly batch: Batch
  readonly parameters: ExportParameters
  readonly agreement: DebitAgreement
  readonly selection: Selection
}

/**
 * Makes a file of the selected bills, in the transaction `db`.
 * If a second person must release it, it is only proposed.
 * Throws a refusal if the file cannot be made, with the reason.
 */
export const makeDebitFile = async (
  call: Call,
  db: Db,
  { batch, parameters, agreement, selection }: RequestedFile,
): Promise<DebitFile> => {
  await requireExportable({ ...call.ports, db }, parameters, agreement)
  requireBills(selection)
  const { ApplyCode, MediaFormat, DebitDate, TxId, IncludeExported } = parameters
  const { UniformNo, RealAccount, DualControl } = agreement
  const file = await storeDebitFile(call.ports, db, {
    batchId: batch.BatchId,
    layoutName: debitMedia[MediaFormat].layout,
    mediaFormat: MediaFormat,
    applyCode: ApplyCode,
    day: DebitDate,
    values: { UniformNo, RealAccount, TxId, DebitDate },
    includesExported: IncludeExported,
    needsRelease: DualControl,
    requestUser: actorOf(call.scope),
    records: selection.chosen.map(recordOf),
  })
  if (!DualControl) await markExported({ ...call.ports, db }, file.FileId, actorOf(call.scope))
  await auditFile(call, db, {
    action: DualControl ? 'Propose' : 'Create',
    fileId: file.FileId,
    after: { ...parameters, Count: file.RecordCount },
  })
  return file
}

/** Returns the record of a bill; the amount is what remains to be paid. */
export const recordOf = (bill: Candidate): FileRecord => ({
  reference: bill.VACAccount ?? '',
  billSerialId: bill.SerialId,
  payerSerialId: null,
  amount: bill.RemainAmount,
  values: {
    DebitBankCode: bill.DebitBankCode,
    DebitAccount: bill.DebitAccount,
    DebitIdNo: bill.DebitIdNo,
    DebitUserNo: bill.DebitUserNo,
    PayerId: bill.PayerId,
    VACAccount: bill.VACAccount,
    Amount: bill.RemainAmount,
  },
  title: `帳單 ${bill.BillNo} `,
})

/** Returns the function that says whether the record of a bill would be the same as the one that was sent. */
export const sentComparison = (line: LayoutLine): ((bill: Candidate, sent: LineValues) => boolean) => {
  const fill = lineFiller(line)
  return (bill, sent) => {
    const { values } = recordOf(bill)
    const filled = fill(values)
    return Object.keys(values).every((name) => filled[name] === sent[name])
  }
}

/** Throws a refusal unless money that is debited on the day would be booked. */
export const requireExportable = async (
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  { ApplyCode, BillTermId, DebitDate, MediaFormat }: ExportParameters,
  { AgreementStatus, Channels }: DebitAgreement,
): Promise<void> => {
  requireActiveAgreement(ApplyCode, AgreementStatus, '匯出約定扣款')
  const { channel } = debitMedia[MediaFormat]
  if (!Channels.includes(channel))
    throw new Refusal(
      '2006',
      `委託單位 ${ApplyCode} 沒有啟用通路「${enumText('Channel', channel)}」，扣款無法銷帳；請改選其他媒體格式，或洽往來分行。`,
    )
  const today = todayOf({ clock })
  const dateProblem = debitDateProblem(DebitDate, today, await holidaysFrom(db, today))
  if (dateProblem !== null) throwIfFieldErrors({ DebitDate: dateProblem })
  const term = await db
    .selectFrom('bill_term')
    .select('term_status')
    .where('apply_code', '=', ApplyCode)
    .where('bill_term_id', '=', BillTermId)
    .executeTakeFirst()
  if (term?.term_status !== 'Open')
    throw new Refusal(
      '2006',
      `期別「${BillTermId}」是「${enumText('TermStatus', term?.term_status ?? '')}」，只能匯出開放中的期別。`,
    )
}

const requireBills = ({ chosen, leftOut }: Selection): void => {
  if (chosen.length > maxDebitRecords)
    throw new Refusal(
      '2006',
      `符合條件的帳單有 ${chosen.length.toLocaleString('en')} 張，超過一個檔案 ${maxDebitRecords.toLocaleString('en')} 筆的上限；請洽代收銀行。`,
    )
  if (chosen.length > 0) return
  const reasons = new Map<string, number>()
  for (const { reason } of leftOut) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const texts = [...reasons].map(
    ([reason, count]) => `${enumText('DebitStayOut', reason)} ${count.toLocaleString('en')} 張`,
  )
  throw new Refusal(
    '2006',
    texts.length === 0
      ? '這個期別沒有約定扣款的帳單。'
      : `這個期別沒有可以匯出的帳單：${texts.join('、')}。請更正後再匯出，或改選其他條件。`,
  )
}

/** Writes the time of the export to the bills of a file. */
export const markExported = async (
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  fileId: number,
  user: string,
): Promise<void> => {
  await sql`
    update bill b
    set debit_export_time = ${clock().toISOString()}::timestamptz, update_user = ${user}, update_time = ${nextUpdateTime(clock(), 'b.update_time')}
    from internal_debit_record r
    where r.debit_file_id = ${fileId} and b.serial_id = r.bill_serial_id`.execute(db)
}

/** What happened to a file. */
interface FileEvent {
  readonly action: string
  readonly fileId: number
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** Writes the audit line of what happened to a file. */
export const auditFile = (call: Call, db: Db, { fileId, ...event }: FileEvent): Promise<void> =>
  auditRecord({ ...contextOf(call), db }, { name: debitPage, key: ['FileId'] }, { ...event, key: { FileId: fileId } })
