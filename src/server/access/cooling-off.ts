import type { Endpoint } from '../../contract/endpoints'
import { type AccountChange, changeBeforeApproval, changeBeforeManagingUsers, coolingOffEnd, coolingOffHours } from '../../domain/access/portal-user'
import { Refusal } from '../../domain/refusal'
import { accountChangesOf } from '../accounts/account-changes'
import type { Scope } from '../http/call'
import { messageEndTime, messageTime } from '../notices/messages'
import type { Ports } from '../ports'

type ChangePorts = Pick<Ports, 'db' | 'clock'>

/** Returns whether a call releases what another user has prepared, or takes back a recorded payment. Only users whose account has not changed for a day may make such calls. */
const isRelease = ({ right, takesPaymentBack }: Pick<Endpoint, 'right' | 'takesPaymentBack'>): boolean => right === 'Approve' || takesPaymentBack === true

/** Throws a refusal (2006) if the call is a release, and the caller's account was created, or its role, e-mail or mobile was changed, less than 24 hours ago. */
export const requireSettledAccount = async (ports: ChangePorts, endpoint: Endpoint, scope: Scope): Promise<void> => {
  if (!isRelease(endpoint) || (scope.kind !== 'company' && scope.kind !== 'bank')) return
  const change = changeBeforeApproval(await accountChangesOf(ports, scope.sessionId), ports.clock())
  if (change) throw coolingOffRefusal(change, '不能放行或取消已入帳的款項', '急需時請由其他有權限的人員辦理')
}

/** Throws a refusal (2006) if the caller was created less than 24 hours ago, unless by the operator, or has had the present role for less than 24 hours. Otherwise, a stolen account of an administrator could be turned into others at once. */
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

const changeTexts = { created: '帳號', role: '角色', contact: '電子郵件或行動電話' } as const satisfies Record<AccountChange['kind'], string>
