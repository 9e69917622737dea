import { daysBetween } from '../dates/dates'
import type { LedgerChange } from './ledger-change'
import { type CompletedHandling, isOpen, type Line, type LineFacts } from './line'
import { isWaitingReversal } from './reversals'
import { type BatchFacts, WorkingLedger } from './working-ledger'
import { decideWriteOff } from './write-off'
import type { WriteOffDecision } from './write-off-row'

/** The decision about a line of a batch. */
export interface LineDecision {
  readonly SerialId: number
  readonly decision: WriteOffDecision
}

/**
 * Matches new lines, or lines that wait for a bill, in order.
 * Each decision takes into account how earlier decisions changed the bills, the white list and the lines on record.
 * Returns the decisions and their changes.
 */
export const matchLines = (
  lines: readonly (LineFacts | Line)[],
  facts: BatchFacts,
): { readonly decisions: readonly LineDecision[]; readonly change: LedgerChange } => {
  const ledger = new WorkingLedger(facts)
  const decisions = lines.map((line) => ({ SerialId: line.SerialId, decision: matchLine(line, ledger) }))
  return { decisions, change: ledger.change() }
}

/**
 * Number of days during which a payment without a bill, or a reversal without a payment to reverse, is matched again
 * every night.
 */
export const rematchDays = 60

/**
 * Checks whether the nightly run matches a line again: a payment without a bill, or a reversal without a payment to
 * reverse, that arrived within the last `rematchDays` days.
 * A payment whose account seems invalid is included, because the account may be valid with the amount and the due date
 * of a bill that does not exist yet.
 */
export const isMatchedAgain = (
  line: Line,
  { arrivedOn, today }: { readonly arrivedOn: string; readonly today: string },
): boolean =>
  isOpen(line) &&
  (line.AmountSign === 'Plus' ? waitsForBill(line.state) : isWaitingReversal(line)) &&
  daysBetween(arrivedOn, today) <= rematchDays

const waitsForBill = (state: Extract<Line['state'], { WriteOffStatus: 'NotWrittenOff' | 'Exception' }>): boolean =>
  state.WriteOffStatus === 'NotWrittenOff' ||
  state.ExceptionType === 'BillNotFound' ||
  (state.ExceptionType === 'VACInvalid' && state.BillSerialId === null)

const matchLine = (line: LineFacts | Line, ledger: WorkingLedger): WriteOffDecision => {
  const facts = ledger.factsOf(line)
  const decision = decideWriteOff(facts)
  ledger.applyDecision({ ...line, ApplyCode: facts.agreement?.rule.applyCode ?? null }, decision, correctionOf(line))
  return decision
}

const correctionOf = (line: LineFacts | Line): CompletedHandling | undefined =>
  'state' in line && line.state.WriteOffStatus === 'Exception' ? line.state.correction : undefined
