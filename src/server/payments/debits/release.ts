import { sql } from 'kysely'
import type { MediaFormat } from '../../../domain/debits/media'
import { stayOutReason } from '../../../domain/debits/selection'
import { enumText } from '../../../domain/enums'
import { Refusal } from '../../../domain/refusal'
import { layoutNamed } from '../../../schema/layouts/layout'
import { actorOf } from '../../access/caller'
import type { Call } from '../../call'
import { hideFile } from '../../files'
import type { Db } from '../../ports'
import { readReason } from '../decision-reason'
import type { LineValues } from '../files/bank-file'
import { lockDebits } from './batches'
import { type Candidate, selectBills } from './candidates'
import { type FoundFile, findDebitFile } from './find-file'
import { auditFile, markExported, requireExportable, sentComparison } from './make-file'
import { layoutNameOf, writtenLine } from './media'
import { debitAgreement, type ExportParameters } from './parameters'

/**
 * Releases the file that another person has proposed; its bills count as exported from now on.
 * Throws a refusal if a bill would no longer go into the file as it is there.
 */
export const releaseDebitFile = (call: Call): Promise<null> =>
  decideOn(call, async (db, file) => {
    const parameters = exportParameters(file)
    const agreement = await debitAgreement(db, file.ApplyCode)
    await requireExportable({ ...call.ports, db }, parameters, agreement)
    await refuseChangedBills(call, db, { file, parameters })
    await setState(call, db, { file, state: 'Released', recordState: 'Unanswered', reason: null })
    await markExported({ ...call.ports, db }, file.FileId, actorOf(call.scope))
    await auditFile(call, db, { action: 'Release', fileId: file.FileId, ...states('Released') })
  })

/** Refuses the file that another person has proposed, with a reason; its bills can go into another file. */
export const refuseDebitFile = (call: Call): Promise<null> => {
  const reason = readReason(call.body)
  return decideOn(call, async (db, file) => {
    await setState(call, db, { file, state: 'Refused', recordState: 'Withdrawn', reason })
    await hideFile(db, file.StoredFileId)
    await auditFile(call, db, { action: 'Refuse', fileId: file.FileId, ...states('Refused') })
  })
}

/** Runs a decision about a proposed file by another person than the one who proposed it. */
const decideOn = async (call: Call, decide: (db: Db, file: FoundFile) => Promise<void>): Promise<null> => {
  await call.ports.db.transaction().execute(async (db) => {
    await lockDebits(db, (await findDebitFile(call, db)).ApplyCode)
    // Another person may have decided while this one waited for the lock.
    const file = await findDebitFile(call, db)
    if (file.State !== 'Proposed')
      throw new Refusal(
        '2006',
        `這個匯出檔已經是「${enumText('DebitFileState', file.State)}」，請重新整理查看最新的狀態。`,
      )
    if (file.RequestUser === actorOf(call.scope))
      throw new Refusal('2006', '這個匯出檔是您提出的，須由另一位有審核權限的人員放行或退回。')
    await decide(db, file)
  })
  return null
}

// The cast is safe, because only files of direct debits are proposed.
const exportParameters = (file: FoundFile): ExportParameters => ({
  ...file,
  MediaFormat: file.MediaFormat as MediaFormat,
  IncludeExported: file.includesExported,
})

/** Throws a refusal (2009) if a bill of the file has been paid, voided or changed, or its payer has, since the proposal. */
const refuseChangedBills = async (
  { ports }: Call,
  db: Db,
  { file, parameters }: { readonly file: FoundFile; readonly parameters: ExportParameters },
): Promise<void> => {
  const [, line] = writtenLine(layoutNamed(ports.layouts, layoutNameOf(file.MediaFormat)))
  const { chosen, leftOut } = await selectBills(db, parameters, { lock: true })
  const bills = new Map([...chosen, ...leftOut.map(({ bill }) => bill)].map((bill) => [bill.SerialId, bill]))
  const { rows } = await sql<{ bill: number; sent: LineValues }>`
    select bill_serial_id as bill, sent from internal_debit_record where debit_file_id = ${file.FileId} order by seq`.execute(
    db,
  )
  const isAsSent = sentComparison(line)
  const isChanged = (bill: Candidate | undefined, sent: LineValues): boolean =>
    bill === undefined || stayOutReason({ ...bill, isProposed: false }, parameters) !== null || !isAsSent(bill, sent)
  const changed = rows.filter(({ bill, sent }) => isChanged(bills.get(bill), sent))
  const [first] = changed
  if (!first) return
  const name = bills.get(first.bill)?.BillNo ?? ''
  throw new Refusal(
    '2009',
    `提出之後，檔案中有 ${changed.length.toLocaleString('en')} 張帳單（例如 ${name}）或其繳款人已有異動，不能放行；請退回後重新匯出。`,
  )
}

interface NewState {
  readonly file: FoundFile
  readonly state: 'Released' | 'Refused'
  readonly recordState: 'Unanswered' | 'Withdrawn'
  readonly reason: string | null
}

const setState = async (
  { ports: { clock }, scope }: Call,
  db: Db,
  { file: { FileId }, state, recordState, reason }: NewState,
): Promise<void> => {
  await db
    .updateTable('internal_debit_file')
    .set({ state, check_user: actorOf(scope), check_time: clock().toISOString(), check_reason: reason })
    .where('debit_file_id', '=', FileId)
    .execute()
  await db
    .updateTable('internal_debit_record')
    // No reply can name a record of a refused file, so its accounts are not needed any more.
    .set({ state: recordState, ...(recordState === 'Withdrawn' ? { sent: JSON.stringify({}) } : {}) })
    .where('debit_file_id', '=', FileId)
    .execute()
}

const states = (after: string) => ({ before: { State: 'Proposed' }, after: { State: after } })
