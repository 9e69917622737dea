import { enumText } from '../../../domain/enums'
import type { AgreementAccess } from '../../../domain/payments/handling-request'
import type { LedgerChange } from '../../../domain/payments/ledger-change'
import type { Line } from '../../../domain/payments/line'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/language'
import type { Resource } from '../../../schema/language/resource'
import { actorOf } from '../../access/caller'
import { canUseAgreement } from '../../access/tenant'
import type { Call } from '../../call'
import { auditRecord } from '../../context'
import { inTransaction } from '../../database/transaction'
import type { Db } from '../../ports'
import type { RecordContext } from '../../record-context'
import { findRecord } from '../../records/get'
import { parseKeyNumber } from '../../records/parse-key'
import type { LedgerContext } from '../ledger-context'
import { applyChange, loadLines } from '../ledger-store'
import { bankHandler } from '../line-rows'
import { type BillVersion, requireBillsUnchanged } from './bill-versions'

/** A locked line in a transaction, the person who acts on it, and the agreements that they may use. */
export interface LockedLine {
  readonly context: RecordContext
  readonly db: Db
  readonly line: Line
  readonly ledger: LedgerContext
  readonly canUse: AgreementAccess
}

/**
 * The decision about a line: the action for the audit trail, the change of the ledger, and a function that records the
 * handling.
 */
export interface HandlingDecision {
  readonly action: string
  readonly change: LedgerChange
  readonly writeHandling: () => Promise<void>
}

/** Decides about a locked line. Throws a refusal if what the person wants is not allowed. */
export type Decide<Decision = HandlingDecision> = (locked: LockedLine) => Promise<Decision>

/** What a person has read before they act. Without it, any version is changed. */
export interface ReadVersions {
  /** The UpdateTime of the line. */
  readonly updateTime?: string | undefined
  /** The bills that a preview has shown. */
  readonly bills?: readonly BillVersion[]
}

/** The line that a person changes, and what they have read. */
export interface LineVersion extends ReadVersions {
  readonly serialId: number
}

/** Returns the line that the path of a call names. An invalid number is that of no line. */
export const lineOf = ({ params }: Pick<Call, 'params'>, versions: ReadVersions = {}): LineVersion => ({
  serialId: parseKeyNumber(params.SerialId ?? params.id ?? '') ?? 0,
  ...versions,
})

/**
 * Changes a line in one transaction and returns it.
 * The line is locked first, so that concurrent handlings see each other's result.
 * A line of an agreement that the session may not use is treated as missing.
 * Throws a refusal (2009) if the line, or a bill of the preview, has changed since the person read it.
 */
export const changeLine = (context: RecordContext, version: LineVersion, decide: Decide): Promise<RecordValues> =>
  inTransaction(context.db, async (db) => {
    const trxContext = { ...context, db }
    const resource = context.schemas.get('TLDetail')
    const { before, locked } = await lockLine(trxContext, version)
    const { action, change, writeHandling } = await decideUnlessChanged(decide, locked, version)
    await applyChange(db, change, shownContext(context, locked.ledger))
    await writeHandling()
    const key = { SerialId: version.serialId }
    const after = await findRecord(trxContext, readableLine(resource, locked.line), key)
    await auditRecord(trxContext, resource, { action, key, before, after })
    return after
  })

/**
 * Decides about a line. A bill that has changed since the preview is refused for that reason, whatever else is refused.
 * The versions are compared after the decision, because it has locked the bills, in its order.
 */
const decideUnlessChanged = async (
  decide: Decide,
  locked: LockedLine,
  { bills = [] }: ReadVersions,
): Promise<HandlingDecision> => {
  const requireUnchangedBills = () => requireBillsUnchanged({ ...locked.context, db: locked.db }, bills)
  const decision = await decide(locked).catch(async (error: unknown) => {
    if (error instanceof Refusal) await requireUnchangedBills()
    throw error
  })
  await requireUnchangedBills()
  return decision
}

/** Locks a line of the caller. Throws a refusal if there is none, or if it has changed since the caller read it. */
export const lockLine = async (
  context: RecordContext,
  { serialId, updateTime }: LineVersion,
): Promise<{ readonly before: RecordValues; readonly locked: LockedLine }> => {
  const { db, scope } = context
  const before = await findRecord(context, context.schemas.get('TLDetail'), { SerialId: serialId }, { lock: true })
  requireUnchanged(before, updateTime)
  const [line] = await loadLines(db, [serialId])
  if (!line) throw new Error(`Line ${serialId} has disappeared while it was locked`)
  const ledger: LedgerContext = { now: context.clock().toISOString(), user: actorOf(scope) }
  return { before, locked: { context, db, line, ledger, canUse: (code) => canUseAgreement(scope, code) } }
}

/** How the actors are named to which changes without a person are attributed: the nightly jobs, and the bank's system. */
const automaticActors: Readonly<Record<string, string>> = { system: '由系統', bank: '由銀行' }

/** Throws a refusal (2009) that says what has become of a line, if it has changed since the caller read it. */
export const requireUnchanged = (line: RecordValues, updateTime: string | undefined): void => {
  if (updateTime === undefined || updateTime === line.UpdateTime) return
  const time = String(line.UpdateTime).slice(0, 19).replace('T', ' ')
  const by = automaticActors[String(line.UpdateUser)] ?? `由「${line.UpdateUser}」`
  const state = [enumText('WriteOffStatus', String(line.WriteOffStatus ?? 'NotWrittenOff'))]
  if (line.ExceptionType) state.push(enumText('ExceptionType', String(line.ExceptionType)))
  const handler = line.HandleUser ? `，處理人員「${line.HandleUser}」` : ''
  throw new Refusal(
    '2009',
    `這筆交易已於 ${time} ${by}異動，目前是「${state.join('：')}」${handler}；您的處理沒有儲存，請重新載入後再處理。`,
  )
}

/** Returns the context for values that companies see: they do not see the ids of users of the bank. */
const shownContext = ({ scope }: RecordContext, ledger: LedgerContext): LedgerContext =>
  scope.kind === 'bank' ? { ...ledger, user: bankHandler } : ledger

/**
 * Returns the resource with which the changed line is read.
 * A correction by the bank that a company undoes takes the line out of the company's agreements, so that only the
 * caller of the undo may still read it.
 */
const readableLine = (resource: Resource, { state }: Line): Resource =>
  'handled' in state && state.handled.isByBank ? { ...resource, tenant: 'shared' } : resource
