import { sql } from 'kysely'
import type { Endpoint } from '../../contract/endpoints'
import {
  type AccountChange,
  changeBeforeApproval,
  changeBeforeManagingUsers,
  coolingOffEnd,
  coolingOffHours,
  coolingOffStart,
  protectedFields,
} from '../../domain/access/portal-user'
import { messageEndTime, messageTime } from '../../domain/dates/message-time'
import { Refusal } from '../../domain/refusal'
import type { Ports } from '../ports'
import type { Scope } from '../scope'

type ChangePorts = Pick<Ports, 'db' | 'clock'>

/**
 * Returns whether a call releases what another user has prepared, or takes back a recorded payment.
 * Only users whose account has not changed for a day may make such calls.
 */
const isRelease = ({ right, takesPaymentBack }: Pick<Endpoint, 'right' | 'takesPaymentBack'>): boolean =>
  right === 'Approve' || takesPaymentBack === true

/**
 * Throws a refusal (2006) if the call is a release, and the caller's account was created, or its role, e-mail or mobile
 * was changed, less than 24 hours ago.
 */
export const requireSettledAccount = async (ports: ChangePorts, endpoint: Endpoint, scope: Scope): Promise<void> => {
  if (!isRelease(endpoint) || (scope.kind !== 'company' && scope.kind !== 'bank')) return
  const change = changeBeforeApproval(await accountChangesOf(ports, scope.sessionId), ports.clock())
  if (change) throw coolingOffRefusal(change, '不能放行或取消已入帳的款項', '急需時請由其他有權限的人員辦理')
}

/**
 * Throws a refusal (2006) if the caller was created less than 24 hours ago, unless by the operator, or has had the
 * present role for less than 24 hours.
 * Otherwise, a stolen account of an administrator could be turned into others at once.
 */
export const requireSettledAdmin = async (ports: ChangePorts, scope: Scope): Promise<void> => {
  if (scope.kind !== 'company') return
  const change = changeBeforeManagingUsers(await accountChangesOf(ports, scope.sessionId), ports.clock())
  if (change) throw coolingOffRefusal(change, '不能新增或異動其他使用者', '急需時請由其他企業管理者辦理')
}

const coolingOffRefusal = ({ kind, at }: AccountChange, forbidden: string, advice: string): Refusal =>
  new Refusal(
    '2006',
    `您的${changeTexts[kind]}於 ${messageTime(at)} ${kind === 'created' ? '新增' : '變更'}，${coolingOffHours} 小時內${forbidden}；${messageEndTime(coolingOffEnd(at))} 起即可辦理，${advice}。`,
  )

const changeTexts = { created: '帳號', role: '角色', contact: '電子郵件或行動電話' } as const satisfies Record<
  AccountChange['kind'],
  string
>

/**
 * The name under which `npm run admin` writes records and audit lines.
 * No user can have it, because a user id contains no blanks.
 */
export const operatorName = 'npm run admin'

/**
 * Returns the creation of the user of a session, and the changes of their protected fields within the cooling-off
 * period, from the audit trail.
 */
const accountChangesOf = async (
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  sessionId: string,
): Promise<readonly AccountChange[]> => {
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
