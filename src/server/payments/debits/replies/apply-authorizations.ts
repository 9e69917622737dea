import { sql } from 'kysely'
import { nextUpdateTime } from '../../../database/times'
import type { Db } from '../../../ports'
import type { LedgerContext } from '../../ledger-context'
import type { AppliedAnswer } from './applied-answer'

/**
 * Changes the authorizations of payers as answered: an application becomes an authorization or is rejected, a
 * cancellation ends the authorization.
 * A refused cancellation changes nothing.
 */
export const applyAuthorizations = async (
  db: Db,
  applied: readonly AppliedAnswer[],
  { now, user }: LedgerContext,
): Promise<void> => {
  const rows = applied.flatMap(({ record: { PayerSerialId, Sent }, isSuccess }) => {
    const isCancellation = Sent.AdMark === 'D'
    if (isCancellation && !isSuccess) return []
    const [from, to] = isCancellation
      ? ['Authorized', 'Cancelled']
      : ['Applying', isSuccess ? 'Authorized' : 'Rejected']
    return [{ id: PayerSerialId, from, to }]
  })
  await sql`
    update payer p
    set debit_auth_status = a."to", update_user = ${user}, update_time = ${nextUpdateTime(new Date(now), 'p.update_time')}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as a (id bigint, "from" text, "to" text)
    where p.serial_id = a.id and p.debit_auth_status = a."from"`.execute(db)
}
