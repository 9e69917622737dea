import { sql } from 'kysely'
import { plainAccount } from '../../../domain/accounts/virtual-account'
import {
  type HandlingFacts,
  handleLine,
  type PlannedDecision,
  planHandling,
  refuseProposal,
  releaseProposal,
  withdrawProposal,
} from '../../../domain/payments/handle-line'
import { requireReason } from '../../../domain/payments/handling-refusal'
import type { Handling, HandlingAction } from '../../../domain/payments/handling-request'
import type { CompletedHandling, Line } from '../../../domain/payments/line'
import { planUndo, type UndoFacts, undoHandling } from '../../../domain/payments/undo-handling'
import { Refusal } from '../../../domain/refusal'
import { companyOf } from '../../access/caller'
import { loadFacts, newLineIds } from '../ledger-store'
import { bankHandler } from '../line-rows'
import type { Decide, LockedLine } from './change-line'
import { endProposal, recordHandlings, recordReplacedCorrection, recordUndo } from './handling-rows'

/** The action that a person wants to perform on an exception, and the reason. */
export interface HandlingInput {
  readonly request: HandlingAction
  readonly Reason: string
}

/** Returns the decision to handle a line, or to propose it if a second person must release it. */
export const handling =
  (input: HandlingInput): Decide =>
  async (locked) => {
    const { db, line, ledger } = locked
    const wanted = handlingOf(input, locked)
    const change = handleLine(line, wanted, await handlingFacts(locked, input.request))
    return {
      action: input.request.action,
      change,
      writeHandling: () => recordHandlings(db, [{ line, change, handling: wanted }], ledger),
    }
  }

/** Returns the decision what a handling would do, without a proposal and also without a reason. */
export const planning =
  (input: HandlingInput): Decide<PlannedDecision> =>
  async (locked) =>
    planHandling(locked.line, handlingOf(input, locked), await handlingFacts(locked, input.request))

const handlingOf = ({ request, Reason }: HandlingInput, { ledger, context }: LockedLine): Handling => ({
  request,
  Reason: Reason.trim(),
  by: ledger.user,
  ...(context.scope.kind === 'bank' && { isByBank: true }),
})

/** Decides to release the handling that another person proposed, which is carried out with the current facts. */
export const releasing: Decide = async (locked) => {
  const { db, line, ledger, canUse } = locked
  // Without a proposal, `releaseProposal` throws a refusal.
  const facts =
    'proposal' in line.state ? await handlingFacts(locked, line.state.proposal.request) : { ...noFacts, canUse }
  const change = releaseProposal(line, ledger.user, facts)
  return {
    action: 'Release',
    change,
    writeHandling: () => endProposal(db, line, change, { ...ledger, outcome: 'Released' }),
  }
}

/** Returns the decision to refuse the handling that another person proposed: the line is as before the proposal. */
export const refusing =
  (Reason: string): Decide =>
  async ({ db, line, ledger }) => {
    const change = refuseProposal(line, ledger.user, await loadFacts(db, [line]))
    requireReason(Reason)
    return {
      action: 'Refuse',
      change,
      writeHandling: () => endProposal(db, line, change, { ...ledger, outcome: 'Refused', Reason: Reason.trim() }),
    }
  }

/** Decides to withdraw the person's own proposal: the line is as before the proposal. */
export const withdrawing: Decide = async ({ db, line, ledger }) => {
  const change = withdrawProposal(line, ledger.user, await loadFacts(db, [line]))
  return {
    action: 'Withdraw',
    change,
    writeHandling: () => endProposal(db, line, change, { ...ledger, outcome: 'Withdrawn' }),
  }
}

/** Returns the decision to undo what other persons did: entries are countered, and the line is as before. */
export const undoing =
  (Reason: string): Decide =>
  async (locked) => {
    const { db, line, ledger } = locked
    const change = undoHandling(line, { by: ledger.user, Reason }, await undoFacts(locked))
    return { action: 'Undo', change, writeHandling: () => recordUndo(db, line, { ...ledger, Reason: Reason.trim() }) }
  }

/** Decides what an undo would do. */
export const planningUndo: Decide<PlannedDecision> = async (locked) => ({
  needsRelease: false,
  change: planUndo(locked.line, locked.ledger.user, await undoFacts(locked)),
})

const undoFacts = async (locked: LockedLine): Promise<UndoFacts> => {
  const { db, line, canUse } = locked
  const handled = 'handled' in line.state ? line.state.handled : null
  const lineBefore = handled ? [{ ...line, ...handled.before }] : []
  const facts = await loadFacts(db, [line, ...lineBefore])
  return { ...facts, canUse, hasOtherPerson: handled === null || (await hasOtherUndoer(locked, handled)) }
}

/** Returns whether the company has a user, other than those who handled and released, who may undo the handling. */
const hasOtherUndoer = async (
  { db, context: { scope }, line }: LockedLine,
  { by, checker }: CompletedHandling,
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from portal_user
      where uniform_no = ${companyOf(scope)} and role_id in ('CustomerAdmin', 'CustomerChecker')
        and user_status not in ('Disabled') and user_id not in (${by}, ${checker ?? by}) and apply_codes ? ${line.ApplyCode ?? ''}
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

type LoadedFacts = Omit<HandlingFacts, 'canUse'>

const noFacts: LoadedFacts = { agreements: [], bills: [], whiteList: [], lines: [], newSerialIds: [] }

/**
 * Loads the facts on which an action depends: those of the line, of the accounts that the person typed, and of the
 * bills that the person chose.
 */
const handlingFacts = async ({ db, line, canUse }: LockedLine, request: HandlingAction): Promise<HandlingFacts> => {
  const { accounts, bills, partCount } = targetsOf(request)
  const facts = await loadFacts(db, [line, ...accounts.map((VACAccount) => ({ ...line, VACAccount }))], bills)
  return { ...facts, canUse, newSerialIds: partCount === 0 ? [] : await newLineIds(db, partCount) }
}

/** Returns the accounts and the bills that an action names, and the number of new lines that it needs. */
export const targetsOf = (
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

/**
 * Decides as the bank, which corrects only the accounts of lines that arrived without an agreement.
 * A line that still waits after such a correction is corrected again as it arrived: the new correction replaces the
 * former one, so that an undo returns the line to the bank.
 */
export const correctingAsBank =
  (input: HandlingInput): Decide =>
  async (locked) => {
    const { line, db, ledger } = locked
    const arrived = lineBeforeBank(line)
    if (arrived.ApplyCode !== null)
      throw new Refusal(
        '2006',
        `這筆交易屬於委託單位代號「${arrived.ApplyCode}」，由該公司處理；銀行只更正不屬於任何代收約定的交易。`,
      )
    requireOtherAccount(input.request, line, arrived)
    const decision = await handling(input)({ ...locked, line: arrived })
    const writeHandling = async () => {
      await recordReplacedCorrection(db, line, { ...ledger, user: bankHandler, Reason: input.Reason.trim() })
      await decision.writeHandling()
    }
    return { ...decision, writeHandling }
  }

/**
 * Throws a refusal if the account is the one that the line has now, or the one with which it arrived: a correction that is
 * replaced is not repeated or taken back.
 */
const requireOtherAccount = (request: HandlingAction, line: Line, arrived: Line): void => {
  if (request.action !== 'ChangeVACAccount' || line === arrived) return
  const account = plainAccount(request.VACAccount)
  const same = account === plainAccount(line.VACAccount) ? '目前' : '通路原報的'
  if (same !== '目前' && account !== plainAccount(arrived.VACAccount)) return
  const message = `更正後的虛擬帳號與${same}相同，請填寫正確的虛擬帳號。`
  throw new Refusal('2002', message, { VACAccount: message })
}

/** Returns a line as it was before the bank corrected it, if it still waits after that; otherwise the line itself. */
const lineBeforeBank = (line: Line): Line => {
  const correction = 'correction' in line.state ? line.state.correction : undefined
  return correction?.isByBank ? { ...line, ...correction.before } : line
}
