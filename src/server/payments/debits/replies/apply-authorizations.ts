import { sql } from 'kysely'
import type { EnumCode } from '../../../../domain/enums'
import type { Layout } from '../../../../schema/layouts/layout'
import { nextUpdateTime } from '../../../database/times'
import type { Db } from '../../../ports'
import type { LineValues } from '../../files/bank-file'
import type { LedgerContext } from '../../ledger-context'
import { lineFiller } from '../media'
import type { AppliedAnswer } from './applied-answer'

/**
 * Changes the authorizations of payers as answered: an application becomes an authorization or is rejected, a
 * cancellation ends the authorization.
 * A refused cancellation changes nothing, and neither does an answer about other values than those that the payer has
 * now.
 * The payers of a withdrawn file are not Applying any more: a refusal changes nothing, but what their bank has authorized
 * counts.
 */
export const applyAuthorizations = async (
  db: Db,
  layout: Layout,
  applied: readonly AppliedAnswer[],
  { now, user }: LedgerContext,
): Promise<void> => {
  const payers = await lockPayers(db, applied)
  const rows = applied.flatMap(({ answer: { kind }, record: { PayerSerialId, Sent, State }, isSuccess }) => {
    const isCancellation = Sent.AdMark === 'D'
    if (!isSuccess)
      return isCancellation || State === 'Voided' ? [] : [{ id: PayerSerialId, from: ['Applying'], to: 'Rejected' }]
    if (!isAsSent(layout, kind, { payer: payers.get(PayerSerialId), Sent })) return []
    if (isCancellation) return [{ id: PayerSerialId, from: ['Authorized'], to: 'Cancelled' }]
    return [{ id: PayerSerialId, from: State === 'Voided' ? notAuthorized : ['Applying'], to: 'Authorized' }]
  })
  await sql`
    update payer p
    set debit_auth_status = a."to", update_user = ${user}, update_time = ${nextUpdateTime(new Date(now), 'p.update_time')}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as a (id bigint, "from" text[], "to" text)
    where p.serial_id = a.id and p.debit_auth_status = any(a."from")`.execute(db)
}

const notAuthorized: readonly EnumCode<'DebitAuthStatus'>[] = ['None', 'Applying', 'Rejected', 'Cancelled']

/** The values of a payer for which the payer's bank authorizes direct debits. */
interface AuthorizedPayer {
  readonly SerialId: number | null
  readonly PayerType: string
  readonly values: Readonly<Record<'DebitBankCode' | 'DebitAccount' | 'DebitIdNo' | 'DebitUserNo', string | null>>
}

const lockPayers = async (
  db: Db,
  applied: readonly AppliedAnswer[],
): Promise<ReadonlyMap<number | null, AuthorizedPayer>> => {
  const ids = applied.flatMap(({ record: { PayerSerialId } }) => PayerSerialId ?? [])
  const { rows } = await sql<AuthorizedPayer>`
    select p.serial_id as "SerialId", p.payer_type as "PayerType", jsonb_build_object(
      'DebitBankCode', p.debit_bank_code, 'DebitAccount', p.debit_account, 'DebitIdNo', p.debit_id_no, 'DebitUserNo', p.debit_user_no
    ) as values
    from payer p
    where p.serial_id = any(${ids}::bigint[])
    order by p.serial_id
    for update of p`.execute(db)
  return new Map(rows.map((payer) => [payer.SerialId, payer]))
}

/** Returns whether a payer would be sent with the same values now. Only payers with ACH are sent. */
const isAsSent = (
  layout: Layout,
  kind: string,
  { payer, Sent }: { readonly payer: AuthorizedPayer | undefined; readonly Sent: LineValues },
): boolean => {
  const line = layout.details[kind]
  if (line === undefined || payer?.PayerType !== 'ACH') return false
  const filled = lineFiller(line)(payer.values)
  return Object.keys(payer.values).every((name) => filled[name] === Sent[name])
}

/** Returns the payers whose authorization a reply would have changed if their values had not changed. */
export const unchangedPayers = async (db: Db, fileId: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ payer: string }>`
    select coalesce(p.payer_id, r.reference) as payer
    from internal_debit_record r
    left join payer p on p.serial_id = r.payer_serial_id
    where r.reply_file_serial_id = ${fileId} and r.state = 'Succeeded'
      and (p.debit_auth_status is not distinct from 'Authorized') = (r.sent ->> 'AdMark' = 'D')
    order by r.debit_record_id`.execute(db)
  return rows.map(({ payer }) => payer)
}
