import type { BulkHandlingPreview, BulkHandlingResult } from '../../../../contract/exceptions'
import { maxListedRefusals } from '../../../../contract/exceptions-limits'
import { requireReason } from '../../../../domain/payments/handling-refusal'
import type { RecordValues } from '../../../../schema/language/types'
import { actorOf, companyOf } from '../../../access/caller'
import { type Handler, HttpRefusal } from '../../../call'
import { contextOf, recordBody, throwIfFieldErrors } from '../../../context'
import { inRolledBackTransaction } from '../../../database/transaction'
import { enqueueJob } from '../../../jobs/enqueue-job'
import type { RecordContext } from '../../../record-context'
import { parseKeyNumber } from '../../../records/parse-key'
import type { LineVersion } from '../change-line'
import { requireKnownFields } from '../handling-input'
import { type BulkAction, type RefusedLine, refusedLines, requestsFor } from './bulk-handling'
import { bulkHandlingJob, linesPerBatch } from './bulk-job'
import { chosenLines } from './chosen-lines'
import { planBatch } from './plan-batch'

/** Returns the handler that enqueues the job which handles many lines. */
export const enqueueBulkHandling =
  (action: BulkAction): Handler =>
  async (call) => {
    const body = recordBody(call.body)
    requireKnownFields(body, ['Records', 'Query', 'Reason'])
    const Reason = readReason(body)
    const context = contextOf(call)
    const lines = await chosenLines(context, body)
    const data = { action, Reason, lines, scope: call.scope, ip: call.client.ip }
    return {
      JobId: await context.db.transaction().execute((db) => enqueueJob({ ...context, db }, bulkHandlingJob, data)),
    }
  }

const readReason = ({ Reason = '' }: RecordValues): string => {
  if (typeof Reason !== 'string') throwIfFieldErrors({ Reason: '處理說明須為文字。' })
  requireReason(String(Reason))
  return String(Reason).trim()
}

/** Returns the handler that says how many lines would be handled, with their sums, and which would not. */
export const previewBulkHandling =
  (action: BulkAction): Handler =>
  async (call): Promise<BulkHandlingPreview> => {
    const body = recordBody(call.body)
    requireKnownFields(body, ['Records', 'Query'])
    const context = contextOf(call)
    const lines = await chosenLines(context, body)
    const refused: RefusedLine[] = []
    const totals = new Map<string, { Count: number; Amount: number }>()
    for (let start = 0; start < lines.length; start += linesPerBatch) {
      await previewBatch(context, lines.slice(start, start + linesPerBatch), { action, refused, totals })
    }
    return {
      Count: [...totals.values()].reduce((sum, { Count }) => sum + Count, 0),
      Totals: [...totals]
        .sort()
        .map(([CurrencyType, total]) => ({ CurrencyType, ...total })) as BulkHandlingPreview['Totals'],
      RefusedCount: refused.length,
      Refused: refused.slice(0, maxListedRefusals),
    }
  }

interface PreviewTarget {
  readonly action: BulkAction
  readonly refused: RefusedLine[]
  readonly totals: Map<string, { Count: number; Amount: number }>
}

/** Decides about a batch in a transaction that is rolled back, and adds the result to the target. */
const previewBatch = (context: RecordContext, batch: readonly LineVersion[], target: PreviewTarget): Promise<void> =>
  inRolledBackTransaction(context.db, async (db) => {
    // A preview has no reason yet.
    const wanted = { action: target.action, Reason: '預覽' }
    let rest = requestsFor(wanted, batch)
    while (rest.length > 0) {
      const plan = await planBatch({ ...context, db }, rest)
      target.refused.push(...refusedLines(plan))
      for (const { line } of plan.handlings) {
        const { Count, Amount } = target.totals.get(line.CurrencyType) ?? { Count: 0, Amount: 0 }
        target.totals.set(line.CurrencyType, { Count: Count + 1, Amount: Amount + line.Amount })
      }
      rest = plan.deferred
    }
  })

/** Returns the result of the caller's own bulk handling. Throws a refusal (404) while there is none. */
export const bulkResultOf: Handler = async ({ ports, scope, params }): Promise<BulkHandlingResult> => {
  const job = await ports.db
    .selectFrom('job')
    .select('result')
    .where('id', '=', parseKeyNumber(params.JobId ?? ''))
    .where('name', '=', bulkHandlingJob)
    .where('result', 'is not', null)
    .where('uniform_no', '=', companyOf(scope))
    .where('user_id', '=', actorOf(scope))
    .$narrowType<{ result: BulkHandlingResult }>()
    .executeTakeFirst()
  if (!job) throw new HttpRefusal(404, '找不到這項處理的結果，可能已經刪除，或作業還沒有完成。')
  return job.result
}
