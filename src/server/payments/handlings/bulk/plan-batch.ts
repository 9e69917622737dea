import { sql } from 'kysely'
import { plainAccount } from '../../../../domain/accounts/virtual-account'
import { planHandling } from '../../../../domain/payments/handle-line'
import { OverpaymentRefusal, unpaidAmountText } from '../../../../domain/payments/handling-refusal'
import type { Handling, HandlingAction } from '../../../../domain/payments/handling-request'
import { billIdOf, isOpen, type Line } from '../../../../domain/payments/line'
import { Refusal } from '../../../../domain/refusal'
import type { RecordValues } from '../../../../schema/language/types'
import { actorOf } from '../../../access/caller'
import { canUseAgreement, tenantCondition } from '../../../access/tenant'
import { notFound } from '../../../context'
import type { RecordContext } from '../../../record-context'
import { matchingRecords } from '../../../records/get'
import { loadFacts, loadLines, newLineIds } from '../../ledger-store'
import { type LineVersion, requireUnchanged } from '../change-line'
import { targetsOf } from '../decisions'
import type { LineHandling } from '../handling-rows'

/** What a person wants to do with one of many lines, and why. */
export interface LineRequest extends LineVersion {
  /** Validated by the caller; empty for a preview. */
  readonly Reason: string
  /** Returns the action on the line; throws a refusal if it is not for this line. */
  readonly actionOn: (line: Line) => HandlingAction
}

/** A line that cannot be handled, with its name and the reason. */
interface RefusedRequest {
  readonly SerialId: number
  readonly Name: string
  readonly refusal: Refusal
}

/** The decisions about the lines of a batch, which are locked. */
export interface BatchPlan {
  readonly handlings: readonly (LineHandling & { readonly before: RecordValues })[]
  readonly refused: readonly RefusedRequest[]
  /** Requests that change what another request of the batch changes, so that they must be decided after it. */
  readonly deferred: readonly LineRequest[]
}

/**
 * Locks the lines of a batch and decides about each with the facts of all, which are loaded together.
 * The handling of a line does not depend on that of another one, because no two of them change the same line, bill or
 * entry of the white list, or correct to the same account.
 * `paidAmounts` has the paid amounts of bills that earlier batches changed, if they were planned only.
 */
export const planBatch = async (
  context: RecordContext,
  batch: readonly LineRequest[],
  paidAmounts: ReadonlyMap<number, number> = new Map(),
): Promise<BatchPlan> => {
  const { db } = context
  const lines = await loadLines(db, await visibleIds(context, batch))
  const records = await recordsOf(context, lines)
  const linesById = new Map(lines.map((line) => [line.SerialId, line]))
  const wanted = batch.map((request) => wantedHandling(context, request, { linesById, records }))
  const decide = await decider(
    context,
    wanted.flatMap((entry) => ('handling' in entry ? [entry] : [])),
    paidAmounts,
  )
  const plan = {
    handlings: [] as BatchPlan['handlings'][number][],
    refused: [] as RefusedRequest[],
    deferred: [] as LineRequest[],
  }
  const used = new Set<string>()
  for (const entry of wanted) {
    const decision = 'handling' in entry ? decide(entry) : entry
    if ('refusal' in decision) plan.refused.push(decision)
    else {
      const keys = changedThings(decision)
      if (keys.some((key) => used.has(key))) plan.deferred.push(decision.request)
      else plan.handlings.push(decision)
      // A later request for the same thing waits as well, so that requests keep their order.
      for (const key of keys) used.add(key)
    }
  }
  return plan
}

/** A line that is to be handled, before the decision. */
interface WantedHandling {
  readonly request: LineRequest
  readonly line: Line
  readonly handling: Handling
  readonly before: RecordValues
}

/** The lines of a batch, and their records. */
interface BatchLines {
  readonly linesById: ReadonlyMap<number, Line>
  readonly records: ReadonlyMap<number, RecordValues>
}

const wantedHandling = (
  { schemas, scope }: RecordContext,
  request: LineRequest,
  { linesById, records }: BatchLines,
): WantedHandling | RefusedRequest => {
  const SerialId = request.serialId
  const line = linesById.get(SerialId)
  const before = records.get(SerialId)
  if (!line || !before)
    return {
      SerialId,
      Name: `序號 ${SerialId}`,
      refusal: new Refusal('2004', notFound(schemas.get('TLDetail')).message),
    }
  return orRefused({ SerialId, Name: nameOf(before) }, () => {
    requireUnchanged(before, request.updateTime)
    const handling = { request: request.actionOn(line), Reason: request.Reason.trim(), by: actorOf(scope) }
    return { request, line, handling, before }
  })
}

/** Returns the function that decides about each of these lines with the facts of all. */
const decider = async (
  { db, scope }: RecordContext,
  wanted: readonly WantedHandling[],
  paidAmounts: ReadonlyMap<number, number>,
) => {
  const targets = wanted.map(({ handling }) => targetsOf(handling.request))
  const corrected = wanted.flatMap(({ line }, index) =>
    (targets[index]?.accounts ?? []).map((VACAccount) => ({ ...line, VACAccount })),
  )
  const stored = await loadFacts(
    db,
    [...wanted.map(({ line }) => line), ...corrected],
    targets.flatMap(({ bills }) => bills),
  )
  const bills = stored.bills.map((bill) => ({ ...bill, PaidAmount: paidAmounts.get(bill.SerialId) ?? bill.PaidAmount }))
  const facts = { ...stored, bills }
  const newSerialIds = [
    ...(await newLineIds(
      db,
      targets.reduce((sum, { partCount }) => sum + partCount, 0),
    )),
  ]
  const canUse = (code: string | null) => canUseAgreement(scope, code)
  return (entry: WantedHandling) => {
    const { line, handling, before } = entry
    const ids = newSerialIds.splice(0, targetsOf(handling.request).partCount)
    return orRefused({ SerialId: line.SerialId, Name: nameOf(before) }, () => ({
      ...entry,
      change: planHandling(line, handling, { ...facts, newSerialIds: ids, canUse }).changeNow,
    }))
  }
}

const orRefused = <T>(line: Omit<RefusedRequest, 'refusal'>, decide: () => T): T | RefusedRequest => {
  try {
    return decide()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...line, refusal: error instanceof OverpaymentRefusal ? unconfirmable(error) : error }
  }
}

/** Returns the refusal of an over-payment, which can be confirmed only for a single line. */
const unconfirmable = ({ code, bill }: OverpaymentRefusal): Refusal => {
  const message = `帳單尚欠 ${unpaidAmountText(bill)}，交易金額超過；請改以其他帳單或分拆處理，或在頁面上單筆改銷並確認溢繳。`
  return new Refusal(code, message, { BillSerialId: message })
}

/**
 * Returns what a handling changes or depends on: lines, bills and entries of the white list, the account that a person
 * typed, and the bill that a corrected line could not pay as it was.
 */
const changedThings = ({ handling: { request }, change: { lines, postings } }: LineHandling): readonly string[] => [
  ...lines.map(({ SerialId }) => `line ${SerialId}`),
  ...[
    ...postings.map(({ BillSerialId }) => BillSerialId),
    ...lines.filter(isOpen).flatMap((line) => billIdOf(line) ?? []),
  ].map((billId) => `bill ${billId}`),
  ...postings.flatMap(({ WhiteListSerialId }) =>
    WhiteListSerialId === null ? [] : [`white list ${WhiteListSerialId}`],
  ),
  ...targetsOf(request).accounts.map((account) => `account ${plainAccount(account)}`),
]

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
