import { plainAccount } from '../accounts/virtual-account'
import { Refusal } from '../refusal'
import { matchedAmount } from './channel-fee'
import { divideLine } from './divide'
import {
  accountRefusal,
  billRefusal,
  fieldRefusal,
  OverpaymentRefusal,
  requireLineCanPay,
  requireOtherPerson,
  requireReason,
  stateRefusal,
} from './handling-refusal'
import type { AgreementAccess, Handling, HandlingAction } from './handling-request'
import type { LedgerChange } from './ledger-change'
import {
  type CompletedHandling,
  isOpen,
  isProposed,
  type Line,
  type OpenState,
  type ProposedState,
  reportedAccount,
} from './line'
import { type BatchFacts, WorkingLedger } from './working-ledger'
import { decideWriteOff } from './write-off'

/** The facts about a line that a person handles. */
export interface HandlingFacts extends BatchFacts {
  /** The agreements that the person may use. The line can pay only bills and accounts of these agreements. */
  readonly canUse: AgreementAccess
  /** Serial ids for the lines that a division creates, at least one for each part. */
  readonly newSerialIds: readonly number[]
}

/** What a decision about a line would do, and whether a second person must release it. */
export interface PlannedDecision {
  readonly needsRelease: boolean
  /** The change of the ledger once the handling is performed. */
  readonly change: LedgerChange
}

/** What the handling of an open line would do. */
export interface PlannedHandling extends PlannedDecision {
  /** The change of the ledger now: that of the handling, or of its proposal. */
  readonly changeNow: LedgerChange
}

/**
 * Returns what the handling of an open line would do, also without a reason.
 * Throws a refusal if the handling is not allowed.
 */
export const planHandling = (line: Line, handling: Handling, facts: HandlingFacts): PlannedHandling => {
  if (!isOpen(line)) throw stateRefusal(line, '只有例外或未銷帳的交易可以處理')
  const isProposal = needsRelease(line, handling, facts)
  const change = performHandling(line, { ...handling, checker: null }, facts)
  return { needsRelease: isProposal, change, changeNow: isProposal ? proposalChange(line, handling) : change }
}

/**
 * Handles an open line, or proposes the handling if an agreement requires a second person to release it.
 * Throws a refusal if the handling is not allowed, also for a proposal.
 */
export const handleLine = (line: Line, handling: Handling, facts: HandlingFacts): LedgerChange => {
  const { changeNow } = planHandling(line, handling, facts)
  requireReason(handling.Reason)
  return changeNow
}

/**
 * Releases a proposal: performs the handling with the current facts.
 * Throws a refusal if the checker is the proposer, or if the handling is no longer possible.
 */
export const releaseProposal = (line: Line, checker: string, facts: HandlingFacts): LedgerChange => {
  if (!isProposed(line)) throw stateRefusal(line, '只有待放行的交易可以放行')
  const { proposal, before } = line.state
  requireOtherPerson(checker, proposal, '放行')
  return performHandling({ ...line, state: before }, { ...proposal, checker }, facts)
}

/**
 * Refuses a proposal: the line returns to its previous state, or makes a pair with a reversal that has arrived since.
 * Throws a refusal if the checker is the proposer.
 * The checker need not be allowed to use the agreements that the proposal names, because nothing is written to them.
 */
export const refuseProposal = (line: Line, checker: string, facts: BatchFacts): LedgerChange => {
  if (!isProposed(line)) throw stateRefusal(line, '只有待放行的交易可以退回')
  requireOtherPerson(checker, line.state.proposal, '退回')
  return endProposal(line, facts)
}

/**
 * Withdraws a proposal: the line returns to its previous state, as after a refusal.
 * Throws a refusal if the person is not the proposer.
 */
export const withdrawProposal = (line: Line, person: string, facts: BatchFacts): LedgerChange => {
  if (!isProposed(line)) throw stateRefusal(line, '只有待放行的交易可以撤回')
  const { by } = line.state.proposal
  if (person !== by) throw new Refusal('2006', `這筆處理由「${by}」提出，只有提出的人可以撤回；您可以放行或退回。`)
  return endProposal(line, facts)
}

const endProposal = (line: Line<ProposedState>, facts: BatchFacts): LedgerChange => {
  const ledger = new WorkingLedger(facts)
  ledger.restore({ ...line, state: line.state.before })
  return ledger.change()
}

const proposalChange = (line: Line<OpenState>, proposal: Handling): LedgerChange => ({
  lines: [{ ...line, state: { WriteOffStatus: 'PendingRelease', proposal, before: line.state } }],
  postings: [],
  incidents: [],
})

/** Checks whether the agreement of the line, or the one that receives its money, requires a second person. */
const needsRelease = (line: Line, { request, isByBank }: Handling, facts: BatchFacts): boolean => {
  // The company could not see the proposal, because the line has no agreement yet.
  if (isByBank) return false
  const ledger = new WorkingLedger(facts)
  const target = request.action === 'ChangeVACAccount' ? ledger.agreementOfAccount(request.VACAccount) : null
  // The other actions stay within the agreement of the line.
  return [ledger.findAgreement(line.ApplyCode), target].some((agreement) => agreement?.DualControl)
}

const performHandling = (
  line: Line<OpenState>,
  handling: Omit<CompletedHandling, 'before'>,
  { newSerialIds, canUse, ...facts }: HandlingFacts,
): LedgerChange => {
  const { ApplyCode, VACAccount, OriginalVACAccount, state } = line
  const handled: CompletedHandling = { ...handling, before: { ApplyCode, VACAccount, OriginalVACAccount, state } }
  const ledger = new WorkingLedger(facts)
  const { request } = handling
  if (request.action === 'Divide') divideLine(request.parts, { line, handled, ledger, newSerialIds, canUse })
  if (request.action === 'ChangeBill') changeBill(request, { line, handled, ledger })
  if (request.action === 'ChangeVACAccount') changeAccount(request.VACAccount, { line, handled, ledger }, canUse)
  if (request.action === 'Invalid') ledger.write({ ...line, state: { WriteOffStatus: 'Invalid', handled } })
  return ledger.change()
}

interface HandlingContext {
  readonly line: Line<OpenState>
  readonly handled: CompletedHandling
  readonly ledger: WorkingLedger
}

const changeBill = (
  request: Extract<HandlingAction, { action: 'ChangeBill' }>,
  { line, handled, ledger }: HandlingContext,
): void => {
  requireLineCanPay(line, 'ChangeBill')
  const bill = ledger.findBill(request.BillSerialId)
  if (bill === null || bill.ApplyCode !== line.ApplyCode)
    throw fieldRefusal('2004', 'BillSerialId', '查無這張帳單，或帳單不屬於同一代收約定，請重新選擇。')
  const reason = billRefusal(bill, line)
  if (reason !== null) throw fieldRefusal('2006', 'BillSerialId', reason)
  const Amount = matchedAmount(line)
  if (Amount > bill.ShouldPayAmount - bill.PaidAmount && !request.isOverpaymentConfirmed)
    throw new OverpaymentRefusal(bill)
  ledger.pay({
    ...line,
    state: {
      WriteOffStatus: 'ChangedBill',
      payment: { BillSerialId: bill.SerialId, Amount, WhiteListSerialId: null },
      handled,
    },
  })
}

const changeAccount = (account: string, { line, handled, ledger }: HandlingContext, canUse: AgreementAccess): void => {
  if (plainAccount(account) === plainAccount(line.VACAccount))
    throw fieldRefusal('2002', 'VACAccount', '更正後的虛擬帳號與目前相同，請填寫正確的虛擬帳號。')
  const correctedLine = { ...line, VACAccount: plainAccount(account), OriginalVACAccount: reportedAccount(line) }
  const reason = accountRefusal(correctedLine, ledger, canUse)
  if (reason !== null) throw fieldRefusal('2008', 'VACAccount', reason)
  const facts = ledger.factsOf(correctedLine)
  ledger.applyDecision(
    { ...correctedLine, ApplyCode: facts.agreement?.rule.applyCode ?? null },
    decideWriteOff(facts),
    handled,
  )
}
