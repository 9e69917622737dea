import type { LedgerChange } from '../../../../domain/payments/ledger-change'
import { actorOf } from '../../../access/caller'
import { auditRecord } from '../../../context'
import type { RecordContext } from '../../../record-context'
import { applyChange } from '../../ledger-store'
import { recordHandlings } from '../handling-rows'
import { type BatchPlan, recordsOf } from './plan-batch'

/** Writes the handlings of a batch, with their audit lines. `jobId` is the job that can start again after them. */
export const writeHandlings = async (
  context: RecordContext,
  handlings: BatchPlan['handlings'],
  jobId?: number,
): Promise<void> => {
  if (handlings.length === 0) return
  const { db } = context
  const ledger = { now: context.clock().toISOString(), user: actorOf(context.scope) }
  await applyChange(db, mergedChange(handlings.map(({ change }) => change)), ledger)
  await recordHandlings(
    db,
    handlings.map((handling) => ({ ...handling, jobId })),
    ledger,
  )
  const after = await recordsOf(
    context,
    handlings.map(({ line }) => line),
  )
  await auditRecord(
    context,
    context.schemas.get('TLDetail'),
    ...handlings.map(({ line: { SerialId }, handling, before }) => ({
      action: handling.request.action,
      key: { SerialId },
      before,
      ...(after.has(SerialId) && { after: after.get(SerialId) ?? {} }),
    })),
  )
}

const mergedChange = (changes: readonly LedgerChange[]): LedgerChange => ({
  lines: changes.flatMap(({ lines }) => lines),
  postings: changes.flatMap(({ postings }) => postings),
  incidents: changes.flatMap(({ incidents }) => incidents),
})
