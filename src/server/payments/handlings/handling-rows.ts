import { sql } from 'kysely'
import type { HandlingAction } from '../../../domain/payments/handling-request'
import type { LedgerChange } from '../../../domain/payments/ledger-change'
import { isOpen, isProposed, type Line } from '../../../domain/payments/line'
import type { Db } from '../../ports'
import type { LedgerContext } from '../ledger-context'

/** The person who acts, and the time. */
export interface Act {
  readonly by: string
  /** An ISO time in UTC. */
  readonly now: string
}

/** Records what a person did with a line, or proposed to do. */
export const recordHandling = async (
  db: Db,
  line: Line,
  change: LedgerChange,
  { by, now, request, Reason }: Act & { readonly request: HandlingAction; readonly Reason: string },
): Promise<void> => {
  const { SerialId, ApplyCode, VACAccount, OriginalVACAccount, state } = line
  const before = { ApplyCode, VACAccount, OriginalVACAccount, state }
  await sql`
    insert into line_handling (line_serial_id, request, reason, user_id, at, state, before)
    values (${SerialId}, ${JSON.stringify(request)}::text::jsonb, ${Reason}, ${by}, ${now}::timestamptz, ${handlingStateAfter(line, change)}, ${JSON.stringify(before)}::text::jsonb)`.execute(
    db,
  )
}

/** Records that a second person released or refused a proposal, and the state of its handling. */
export const endProposal = async (db: Db, line: Line, change: LedgerChange, { by, now, isRefused }: Act & { readonly isRefused: boolean }): Promise<void> => {
  const state = isRefused ? 'Refused' : handlingStateAfter(line, change)
  await sql`
    update line_handling set state = ${state}, checker = ${by}, checked_at = ${now}::timestamptz
    where line_serial_id = ${line.SerialId} and state = 'Proposed'`.execute(db)
}

/** Records that proposals have ended because reversals took the payments back. */
export const endReversedProposals = async (db: Db, lines: readonly Line[], { now, user }: LedgerContext): Promise<void> => {
  const ids = lines.flatMap(({ SerialId, AmountSign, state }) => (AmountSign === 'Plus' && state.WriteOffStatus === 'Reversed' ? SerialId : []))
  if (ids.length === 0) return
  await sql`
    update line_handling set state = 'Refused', checker = ${user}, checked_at = ${now}::timestamptz
    where line_serial_id = any(${ids}::bigint[]) and state = 'Proposed'`.execute(db)
}

/** Records that lines have been written off with the account that a person has corrected. */
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

/** Records that a second person undid the handling of a line. */
export const recordUndo = async (db: Db, line: Line, { by, now, Reason }: Act & { readonly Reason: string }): Promise<void> => {
  await sql`
    update line_handling set state = 'Undone', undone_by = ${by}, undone_at = ${now}::timestamptz, undo_reason = ${Reason}
    where line_serial_id = ${line.SerialId} and state = 'Done'`.execute(db)
  await sql`
    update transaction_line set handle_user = ${by}, handle_time = ${now}::timestamptz, handle_reason = ${Reason}
    where serial_id = ${line.SerialId}`.execute(db)
}

/** Returns the state of a handling after a change. A corrected account that was not written off leaves an exception, which can be handled again. */
const handlingStateAfter = ({ SerialId }: Line, { lines }: LedgerChange): 'Proposed' | 'Done' | 'Unmatched' => {
  const after = lines.find((changed) => changed.SerialId === SerialId)
  if (after === undefined) throw new Error(`The handling of line ${SerialId} has not changed it`)
  if (isProposed(after)) return 'Proposed'
  return isOpen(after) ? 'Unmatched' : 'Done'
}
