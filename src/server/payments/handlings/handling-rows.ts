import { sql } from 'kysely'
import type { Handling } from '../../../domain/payments/handling-request'
import type { LedgerChange } from '../../../domain/payments/ledger-change'
import { isOpen, isProposed, type Line } from '../../../domain/payments/line'
import type { Db } from '../../ports'
import type { LedgerContext } from '../ledger-context'

/** What a person did with a line, or proposed to do. */
export interface LineHandling {
  /** The line before the handling. */
  readonly line: Line
  readonly change: LedgerChange
  readonly handling: Handling
  /** The job that handles several lines; absent for a single line. */
  readonly jobId?: number | undefined
}

/** Records handlings. */
export const recordHandlings = async (
  db: Db,
  handlings: readonly LineHandling[],
  { now }: LedgerContext,
): Promise<void> => {
  if (handlings.length === 0) return
  const rows = handlings.map(({ line, change, handling: { request, Reason, by, isByBank = false }, jobId = null }) => {
    const { SerialId, ApplyCode, VACAccount, OriginalVACAccount, state } = line
    const before = { ApplyCode, VACAccount, OriginalVACAccount, state }
    return { SerialId, request, Reason, by, isByBank, jobId, state: handlingStateAfter(line, change), before }
  })
  await sql`
    insert into line_handling (line_serial_id, request, reason, user_id, by_bank, job_id, at, state, before)
    select h."SerialId", h.request, h."Reason", h.by, h."isByBank", h."jobId", ${now}::timestamptz, h.state, h.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as h (
      "SerialId" bigint, request jsonb, "Reason" text, by text, "isByBank" boolean, "jobId" bigint, state text, before jsonb
    )
    order by h."SerialId"`.execute(db)
}

/** How a proposal ended. */
export interface ProposalEnd {
  /** Released: the handling was performed. */
  readonly outcome: 'Released' | 'Refused' | 'Withdrawn'
  /** Why it was refused. */
  readonly Reason?: string
}

/** Records that a proposed handling has ended, and its new state. */
export const endProposal = async (
  db: Db,
  line: Line,
  change: LedgerChange,
  { user, now, outcome, Reason }: LedgerContext & ProposalEnd,
): Promise<void> => {
  const state = outcome === 'Released' ? handlingStateAfter(line, change) : outcome
  // Nobody checks a withdrawn proposal.
  const checker = outcome === 'Withdrawn' ? null : user
  await sql`
    update line_handling
    set state = ${state}, checker = ${checker}, checked_at = ${now}::timestamptz, check_reason = ${Reason ?? null}
    where line_serial_id = ${line.SerialId} and state = 'Proposed'`.execute(db)
}

/** Records that proposals have ended because reversals took the payments back. */
export const endProposalsOfReversedLines = async (
  db: Db,
  lines: readonly Line[],
  { now, user }: LedgerContext,
): Promise<void> => {
  const ids = lines.flatMap(({ SerialId, AmountSign, state }) =>
    AmountSign === 'Plus' && state.WriteOffStatus === 'Reversed' ? SerialId : [],
  )
  if (ids.length === 0) return
  await sql`
    update line_handling
    set state = 'Refused', checker = ${user}, checked_at = ${now}::timestamptz, check_reason = ${reversedMeanwhile}
    where line_serial_id = any(${ids}::bigint[]) and state = 'Proposed'`.execute(db)
}

const reversedMeanwhile = '交易已被通路沖正，提案自動退回。'

/** Completes the unmatched corrections of accounts whose lines have been written off by now. */
export const completeCorrections = async (db: Db, lines: readonly Line[]): Promise<void> => {
  const ids = lines.flatMap(({ SerialId, state }) => (state.WriteOffStatus === 'ChangedVAC' ? SerialId : []))
  if (ids.length === 0) return
  await sql`
    update line_handling
    set state = 'Done'
    where handling_id in (
      select max(handling_id) from line_handling where line_serial_id = any(${ids}::bigint[]) and state = 'Unmatched' group by line_serial_id
    )`.execute(db)
}

/** Records that a second person undid the handling of a line, and makes this person its handler. */
export const recordUndo = async (
  db: Db,
  line: Line,
  { user, now, Reason }: LedgerContext & { readonly Reason: string },
): Promise<void> => {
  await sql`
    update line_handling set state = 'Undone', undone_by = ${user}, undone_at = ${now}::timestamptz, undo_reason = ${Reason}
    where line_serial_id = ${line.SerialId} and state = 'Done'`.execute(db)
  await sql`
    update transaction_line set handle_user = ${user}, handle_time = ${now}::timestamptz, handle_reason = ${Reason}, checker = null
    where serial_id = ${line.SerialId}`.execute(db)
}

/** Records that the bank replaces its correction of a line that still waits. */
export const recordReplacedCorrection = async (
  db: Db,
  { SerialId }: Line,
  { user, now, Reason }: LedgerContext & { readonly Reason: string },
): Promise<void> => {
  await sql`
    update line_handling set state = 'Undone', undone_by = ${user}, undone_at = ${now}::timestamptz, undo_reason = ${Reason}
    where line_serial_id = ${SerialId} and state = 'Unmatched' and by_bank`.execute(db)
}

/**
 * Returns the state of a handling after a change.
 * `Unmatched` is the correction of an account after which the line is still not written off and can be handled again.
 */
const handlingStateAfter = ({ SerialId }: Line, { lines }: LedgerChange): 'Proposed' | 'Done' | 'Unmatched' => {
  const after = lines.find((changed) => changed.SerialId === SerialId)
  if (after === undefined) throw new Error(`The handling of line ${SerialId} has not changed the line.`)
  if (isProposed(after)) return 'Proposed'
  return isOpen(after) ? 'Unmatched' : 'Done'
}
