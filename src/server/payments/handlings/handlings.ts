import { type HandlingFacts, handleLine, refuseProposal, releaseProposal } from '../../../domain/payments/handle-line'
import type { AgreementAccess, HandlingAction } from '../../../domain/payments/handling-request'
import type { LedgerChange } from '../../../domain/payments/ledger-change'
import type { Line } from '../../../domain/payments/line'
import { undoHandling } from '../../../domain/payments/undo-handling'
import type { RecordValues } from '../../../schema/language/language'
import { actorOf } from '../../access/caller'
import { canUseAgreement } from '../../access/tenant'
import { auditRecord } from '../../context'
import { inTransaction } from '../../database/transaction'
import type { Db } from '../../ports'
import type { RecordContext } from '../../record-context'
import { findRecord } from '../../records/get'
import type { LedgerContext } from '../ledger-context'
import { applyChange, loadFacts, loadLines, newLineIds } from '../ledger-store'
import { endProposal, recordHandling, recordUndo } from './handling-rows'

/** The action that a person wants to perform on an exception, and the reason. */
interface HandlingInput {
  readonly request: HandlingAction
  readonly Reason: string
}

/**
 * Handles an exception of the caller's agreements, or stores the handling as a proposal if a second person must release
 * it.
 * Returns the changed line; throws a refusal if the handling is not allowed.
 */
export const handle = (
  context: RecordContext,
  serialId: number,
  { request, Reason }: HandlingInput,
): Promise<RecordValues> =>
  changeLine(context, serialId, async ({ db, line, ledger, canUse }) => {
    const facts = await handlingFacts(db, line, request)
    const change = handleLine(line, { request, Reason: Reason.trim(), by: ledger.user }, { ...facts, canUse })
    return {
      action: request.action,
      change,
      writeHandling: () => recordHandling(db, line, change, { ...ledger, request, Reason: Reason.trim() }),
    }
  })

/**
 * Releases the handling that another person proposed, and carries it out.
 * Returns the changed line; throws a refusal if the proposal is no longer possible.
 */
export const release = (context: RecordContext, serialId: number): Promise<RecordValues> =>
  changeLine(context, serialId, async ({ db, line, ledger, canUse }) => {
    // Without a proposal, `releaseProposal` throws a refusal.
    const facts = 'proposal' in line.state ? await handlingFacts(db, line, line.state.proposal.request) : noFacts
    const change = releaseProposal(line, ledger.user, { ...facts, canUse })
    return {
      action: 'Release',
      change,
      writeHandling: () => endProposal(db, line, change, { ...ledger, isRefused: false }),
    }
  })

/**
 * Refuses the handling that another person proposed: the line returns to its state before the proposal.
 * Returns the changed line.
 */
export const refuse = (context: RecordContext, serialId: number): Promise<RecordValues> =>
  changeLine(context, serialId, async ({ db, line, ledger }) => {
    const change = refuseProposal(line, ledger.user, await loadFacts(db, [line]))
    return {
      action: 'Refuse',
      change,
      writeHandling: () => endProposal(db, line, change, { ...ledger, isRefused: true }),
    }
  })

/**
 * Undoes what another person did to a line: its entries are countered, and it returns to its previous state.
 * Returns the changed line.
 */
export const undo = (
  context: RecordContext,
  serialId: number,
  { Reason }: Pick<HandlingInput, 'Reason'>,
): Promise<RecordValues> =>
  changeLine(context, serialId, async ({ db, line, ledger, canUse }) => {
    const lineBefore = 'handled' in line.state ? [{ ...line, ...line.state.handled.before }] : []
    const change = undoHandling(
      line,
      { by: ledger.user, Reason },
      { ...(await loadFacts(db, [line, ...lineBefore])), canUse },
    )
    return { action: 'Undo', change, writeHandling: () => recordUndo(db, line, { ...ledger, Reason: Reason.trim() }) }
  })

/** A locked line in a transaction, the person who acts on it, and the agreements that they may use. */
interface LockedLine {
  readonly db: Db
  readonly line: Line
  readonly ledger: LedgerContext
  readonly canUse: AgreementAccess
}

/**
 * The decision about a line: the action for the audit trail, the change of the ledger, and a function that records the
 * handling.
 */
interface HandlingDecision {
  readonly action: string
  readonly change: LedgerChange
  readonly writeHandling: () => Promise<void>
}

/**
 * Changes a line in one transaction.
 * The line is locked first, so that concurrent handlings see each other's result.
 * A line of an agreement that the session may not use is treated as missing.
 */
const changeLine = (
  context: RecordContext,
  serialId: number,
  decide: (locked: LockedLine) => Promise<HandlingDecision>,
): Promise<RecordValues> =>
  inTransaction(context.db, async (db) => {
    const trxContext = { ...context, db }
    const resource = context.schemas.get('TLDetail')
    const key = { SerialId: serialId }
    const ledger: LedgerContext = { now: context.clock().toISOString(), user: actorOf(context.scope) }
    const before = await findRecord(trxContext, resource, key, { lock: true })
    const [line] = await loadLines(db, [serialId])
    if (!line) throw new Error(`Line ${serialId} has disappeared while it was locked`)
    const { action, change, writeHandling } = await decide({
      db,
      line,
      ledger,
      canUse: (applyCode) => canUseAgreement(context.scope, applyCode),
    })
    await applyChange(db, change, ledger)
    await writeHandling()
    const after = await findRecord(trxContext, resource, key)
    await auditRecord(trxContext, resource, { action, key, before, after })
    return after
  })

type LoadedFacts = Omit<HandlingFacts, 'canUse'>

const noFacts: LoadedFacts = { agreements: [], bills: [], whiteList: [], lines: [], newSerialIds: [] }

/**
 * Loads the facts on which an action depends: those of the line, of the accounts that the person typed, and of the
 * bills that the person chose.
 */
const handlingFacts = async (db: Db, line: Line, request: HandlingAction): Promise<LoadedFacts> => {
  const { accounts, bills, partCount } = targetsOf(request)
  const facts = await loadFacts(db, [line, ...accounts.map((VACAccount) => ({ ...line, VACAccount }))], bills)
  return { ...facts, newSerialIds: partCount === 0 ? [] : await newLineIds(db, partCount) }
}

/** Returns the accounts and the bills that an action names, and the number of new lines that it needs. */
const targetsOf = (
  request: HandlingAction,
): { readonly accounts: readonly string[]; readonly bills: readonly number[]; readonly partCount: number } => {
  switch (request.action) {
    case 'Divide':
      return {
        accounts: request.parts.flatMap((part) => ('VACAccount' in part ? part.VACAccount : [])),
        bills: request.parts.flatMap((part) => ('BillSerialId' in part ? part.BillSerialId : [])),
        partCount: request.parts.length,
      }
    case 'ChangeBill':
      return { accounts: [], bills: [request.BillSerialId], partCount: 0 }
    case 'ChangeVACAccount':
      return { accounts: [request.VACAccount], bills: [], partCount: 0 }
    case 'Invalid':
      return { accounts: [], bills: [], partCount: 0 }
  }
}
