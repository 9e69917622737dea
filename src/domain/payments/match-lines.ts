import { daysBetween } from '../dates/dates'
import type { LedgerChange } from './ledger-change'
import { type Handled, isOpen, type Line, type LineFacts } from './line'
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
 * Matches new lines, or lines that wait for a bill, in order: each decision takes into account how the earlier ones changed the bills, the white list and the lines
 * on record. Returns the decisions and what they change.
 */
export const matchLines = (
  lines: readonly (LineFacts | Line)[],
  facts: BatchFacts,
): { readonly decisions: readonly LineDecision[]; readonly change: LedgerChange } => {
  const ledger = new WorkingLedger(facts)
  const decisions = lines.map((line) => ({ SerialId: line.SerialId, decision: matchLine(line, ledger) }))
  return { decisions, change: ledger.change() }
}

/** Days for which a line that found no bill, or a reversal that found nothing to take back, is matched again every night. */
export const rematchDays = 60

/**
 * Checks whether a line is matched again: it arrived within the last `rematchDays` days, and is a payment that has found no bill, or a reversal that has found nothing to take
 * back. Payments include those whose account seems invalid: its digits may include the amount and the due date of a bill that does not exist yet. The nightly run matches waiting reversals before payments (`rematchLines`).
 */
export const isMatchedAgain = (line: Line, { arrivedOn, today }: { readonly arrivedOn: string; readonly today: string }): boolean =>
  isOpen(line) && (line.AmountSign === 'Plus' ? hasNoBill(line.state) : isWaitingReversal(line)) && daysBetween(arrivedOn, today) <= rematchDays

const hasNoBill = (state: Extract<Line['state'], { WriteOffStatus: 'NotWrittenOff' | 'Exception' }>): boolean =>
  state.WriteOffStatus === 'NotWrittenOff' || state.ExceptionType === 'BillNotFound' || (state.ExceptionType === 'VACInvalid' && state.BillSerialId === null)

const matchLine = (line: LineFacts | Line, ledger: WorkingLedger): WriteOffDecision => {
  const facts = ledger.factsOf(line)
  const decision = decideWriteOff(facts)
  ledger.settle({ ...line, ApplyCode: facts.agreement?.rule.applyCode ?? null }, decision, correctionOf(line))
  return decision
}

const correctionOf = (line: LineFacts | Line): Handled | undefined =>
  'state' in line && line.state.WriteOffStatus === 'Exception' ? line.state.correction : undefined
