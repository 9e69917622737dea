import { sql } from 'kysely'
import { type AccountChange, coolingOffStart, protectedFields } from '../../domain/access/portal-user'
import type { Ports } from '../ports'

/** The name under which `npm run admin` writes records and audit lines. No user can have it, because a user id contains no blanks. */
export const operatorName = 'npm run admin'

/** Returns the creation of the user of a session, and the changes of their protected fields within the cooling-off period, from the audit trail. */
export const accountChangesOf = async ({ db, clock }: Pick<Ports, 'db' | 'clock'>, sessionId: string): Promise<readonly AccountChange[]> => {
  const { rows } = await sql<Omit<AccountChange, 'at'> & { readonly at: string }>`
    with caller as (
      select serial_id, create_time, create_user
      from portal_user
      where serial_id = (select subject::bigint from session where session_id = ${sessionId} and kind = 'company')
    )
    select 'created' as kind, create_time as at, create_user = ${operatorName} as "byOperator" from caller
    union all
    select case field when 'RoleId' then 'role' else 'contact' end, a.at, false
    from caller
    join audit_log a on a.resource = 'portalUser' and a.record_key = caller.serial_id::text
    cross join unnest(${protectedFields}::text[]) field
    where a.at > ${coolingOffStart(clock()).toISOString()}::timestamptz
      and a.before ->> field <> a.after ->> field`.execute(db)
  return rows.map(({ at, ...change }) => ({ ...change, at: new Date(at) }))
}
