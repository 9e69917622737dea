import type { BulkHandlingPreview, BulkHandlingResult } from '../../../../contract/exceptions'
import { maxListedRefusals } from '../../../../contract/exceptions-limits'
import { enumOptions } from '../../../../domain/enums'
import { requireReason } from '../../../../domain/payments/handling-refusal'
import { isProposed } from '../../../../domain/payments/line'
import type { RecordValues } from '../../../../schema/language/types'
import { actorOf, companyOf } from '../../../access/caller'
import { type Handler, HttpRefusal } from '../../../call'
import { contextOf, recordBody, throwIfFieldErrors } from '../../../context'
import { inRolledBackTransaction } from '../../../database/transaction'
import { enqueueJob } from '../../../jobs/enqueue-job'
import type { RecordContext } from '../../../record-context'
import { parseKeyNumber } from '../../../records/parse-key'
import { requirePreviewed } from '../../../records/preview-version'
import type { LineVersion } from '../change-line'
import { requireKnownFields } from '../handling-input'
import { type BulkAction, type RefusedLine, refusedLines, requestsFor } from './bulk-handling'
import { bulkHandlingJob, linesPerBatch } from './bulk-job'
import { chosenLines } from './chosen-lines'
import { type BatchPlan, planBatch } from './plan-batch'

/** Returns the handler that enqueues the job which handles many lines. */
export const enqueueBulkHandling =
  (action: BulkAction): Handler =>
  async (call) => {
    const body = recordBody(call.body)
    requireKnownFields(body, ['Records', 'Query', 'Version', 'Reason'])
    const Reason = readReason(body)
    const context = contextOf(call)
    const chosen = await chosenLines(context, body)
    const resource = context.schemas.get('TLDetailExceptionHandling')
    requirePreviewed(resource, { count: chosen.lines.length, version: chosen.Version }, body.Version)
    const data = { action, Reason, lines: chosen.lines, scope: call.scope, ip: call.client.ip }
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
    const context = { ...contextOf(call), db: call.ports.backgroundDb }
    const { lines, Version } = await chosenLines(context, body)
    const { handlings, refused } = await previewed(context, lines, action)
    return {
      Count: handlings.length,
      ProposedCount: handlings.filter(({ change }) => change.lines.some(isProposed)).length,
      Totals: totalsOf(handlings),
      RefusedCount: refused.length,
      Refused: refused.slice(0, maxListedRefusals),
      Version,
    }
  }

/** Decides about lines as the job would, and changes nothing. */
const previewed = async (context: RecordContext, lines: readonly LineVersion[], action: BulkAction) => {
  const handlings: BatchPlan['handlings'][number][] = []
  const refused: RefusedLine[] = []
  const paidAmounts = new Map<number, number>()
  for (let start = 0; start < lines.length; start += linesPerBatch)
    await inRolledBackTransaction(context.db, async (db) => {
      let rest = requestsFor({ action, Reason: '' }, lines.slice(start, start + linesPerBatch))
      while (rest.length > 0) {
        const plan = await planBatch({ ...context, db }, rest, paidAmounts)
        refused.push(...refusedLines(plan))
        handlings.push(...plan.handlings)
        for (const { BillSerialId, PaidAmount } of plan.handlings.flatMap(({ change }) => change.postings))
          paidAmounts.set(BillSerialId, PaidAmount)
        rest = plan.deferred
      }
    })
  return { handlings, refused }
}

/** Returns number and sum for each currency. Reversals are subtracted, as in the sums of the list. */
const totalsOf = (handlings: BatchPlan['handlings']): BulkHandlingPreview['Totals'] => {
  const lines = handlings.map(({ line }) => line)
  return enumOptions('Currency').flatMap(([CurrencyType]) => {
    const counted = lines.filter((line) => line.CurrencyType === CurrencyType)
    const Amount = counted.reduce((sum, line) => sum + (line.AmountSign === 'Minus' ? -line.Amount : line.Amount), 0)
    return counted.length === 0 ? [] : { CurrencyType, Count: counted.length, Amount }
  })
}

/** Returns the result of the caller's own bulk handling. Throws a refusal (404) while there is none. */
export const bulkResultOf: Handler = async ({ ports, scope, params }): Promise<BulkHandlingResult> => {
  const job = await ports.db
    .selectFrom('job')
    .select('result')
    .where('id', '=', parseKeyNumber(params.JobId ?? ''))
    .where('name', '=', bulkHandlingJob)
    .where('result', 'is not', null)
    .where('finish_time', 'is not', null)
    .where('uniform_no', '=', companyOf(scope))
    .where('user_id', '=', actorOf(scope))
    .$narrowType<{ result: BulkHandlingResult }>()
    .executeTakeFirst()
  if (!job) throw new HttpRefusal(404, '找不到這項處理的結果，可能已經刪除，或作業還沒有完成。')
  return job.result
}
