import { sql } from 'kysely'
import { planHandling } from '../../../../domain/payments/handle-line'
import type { Handling } from '../../../../domain/payments/handling-request'
import { billIdOf, isOpen, type Line } from '../../../../domain/payments/line'
import type { BatchFacts } from '../../../../domain/payments/working-ledger'
import { Refusal } from '../../../../domain/refusal'
import type { RecordValues } from '../../../../schema/language/types'
import { actorOf } from '../../../access/caller'
import { canUseAgreement, tenantCondition } from '../../../access/tenant'
import { notFound } from '../../../context'
import type { RecordContext } from '../../../record-context'
import { matchingRecords } from '../../../records/get'
import { loadFacts, loadLines } from '../../ledger-store'
import { type LineVersion, requireUnchanged } from '../change-line'
import type { LineHandling } from '../handling-rows'

/** The actions that can be performed on many lines at once. */
export type BulkAction = 'ChangeBill' | 'Invalid'

/** What is to be done with many lines. */
export interface BulkHandling {
  readonly action: BulkAction
  readonly Reason: string
}

/** A line that cannot be handled, with its name and the reason. */
export interface RefusedLine {
  readonly SerialId: number
  readonly Name: string
  readonly Message: string
}

/** The decisions about the lines of a batch, which are locked. */
export interface BatchPlan {
  readonly handlings: readonly (LineHandling & { readonly before: RecordValues; readonly isProposal: boolean })[]
  readonly refused: readonly RefusedLine[]
}

/**
 * Locks the lines of a batch and decides about each with the facts of all, which are loaded together.
 * A line whose bill an earlier line pays is decided with what the bill lacks after it. `paidAmounts` has the paid
 * amounts of such bills, and can be handed to the next batch if this one is not written.
 */
export const planBatch = async (
  context: RecordContext,
  batch: readonly LineVersion[],
  wanted: BulkHandling,
  paidAmounts = new Map<number, number>(),
): Promise<BatchPlan> => {
  const { db, schemas } = context
  const lines = await loadLines(db, await visibleIds(context, batch))
  const records = await recordsOf(context, lines)
  const facts = await loadFacts(
    db,
    lines,
    wanted.action === 'ChangeBill' ? lines.flatMap((line) => billIdOf(line) ?? []) : [],
  )
  const byId = new Map(lines.map((line) => [line.SerialId, line]))
  const plan = {
    handlings: [] as BatchPlan['handlings'][number][],
    refused: [] as RefusedLine[],
  }
  for (const version of batch) {
    const { serialId } = version
    const line = byId.get(serialId)
    const before = records.get(serialId)
    if (!line || !before) {
      const Message = notFound(schemas.get('TLDetail')).message
      plan.refused.push({ SerialId: serialId, Name: `序號 ${serialId}`, Message })
      continue
    }
    try {
      requireUnchanged(before, version.updateTime)
      const handling = decided(context, line, { wanted, facts: withPaidAmounts(facts, paidAmounts) })
      plan.handlings.push({ ...handling, before })
      for (const { BillSerialId, PaidAmount } of handling.change.postings) paidAmounts.set(BillSerialId, PaidAmount)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      plan.refused.push({ SerialId: serialId, Name: nameOf(before), Message: error.message })
    }
  }
  return plan
}

const withPaidAmounts = (facts: BatchFacts, paidAmounts: ReadonlyMap<number, number>): BatchFacts => ({
  ...facts,
  bills: facts.bills.map((bill) => ({ ...bill, PaidAmount: paidAmounts.get(bill.SerialId) ?? bill.PaidAmount })),
})

const nameOf = ({ TradeDate, VACAccount }: RecordValues): string =>
  `${String(TradeDate).replaceAll('-', '/')} ${VACAccount}`

const visibleIds = async ({ db, schemas, scope }: RecordContext, batch: readonly LineVersion[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select t.serial_id as id
    from transaction_line t
    where t.serial_id = any(${batch.map(({ serialId }) => serialId)}::bigint[]) and ${tenantCondition(schemas.get('TLDetail'), scope)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Returns the records of lines by their serial ids, for the audit trail. */
export const recordsOf = async (
  context: RecordContext,
  lines: readonly Pick<Line, 'SerialId'>[],
): Promise<ReadonlyMap<number, RecordValues>> => {
  const resource = context.schemas.get('TLDetail')
  const found = await matchingRecords(context, resource, {
    names: ['SerialId'],
    searches: lines.map(({ SerialId }) => ({ SerialId })),
    fields: resource.fields,
    condition: sql`true`,
  })
  return new Map([...found.values()].map((record) => [Number(record.SerialId), record]))
}

const decided = (
  { scope }: RecordContext,
  line: Line,
  { wanted, facts }: { readonly wanted: BulkHandling; readonly facts: BatchFacts },
): Omit<BatchPlan['handlings'][number], 'before'> => {
  const handling: Handling = { request: requestOf(line, wanted.action), Reason: wanted.Reason, by: actorOf(scope) }
  const canUse = (code: string | null) => canUseAgreement(scope, code)
  const { changeNow, needsRelease } = planHandling(line, handling, { ...facts, newSerialIds: [], canUse })
  return { line, handling, change: changeNow, isProposal: needsRelease }
}

/** Returns the request for a line: to invalidate it, or to write it off to the bill that has its account. */
const requestOf = (line: Line, action: BulkAction): Handling['request'] => {
  if (action === 'Invalid') return { action }
  const BillSerialId = billIdOf(line)
  const isForOwnBill =
    'ExceptionType' in line.state &&
    ['Overdue', 'UnderPaid'].includes(line.state.ExceptionType) &&
    BillSerialId !== null
  // The domain refuses lines that are not open.
  if (isOpen(line) && !isForOwnBill) throw new Refusal('2006', '只有逾期繳或短繳的交易可以銷回原帳單，請改以單筆處理。')
  return { action, BillSerialId: BillSerialId ?? 0, isOverpaymentConfirmed: false }
}
