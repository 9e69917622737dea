import { type Endpoint, endpoints } from '../../contract/endpoints'
import { extensions } from '../../contract/extensions'
import { headerNames } from '../../contract/headers'
import { Refusal } from '../../domain/refusal'
import type { CallAccess } from '../access/operations'
import { readSession } from '../accounts/read-session'
import type { Ports } from '../ports'
import { HttpRefusal, type Scope } from './call'

/** Checks session and rights of every call; returns the scope of what the session may see. */
export const guard = async (ports: Ports, canCall: CallAccess, call: GuardedCall): Promise<Scope> => {
  const { endpoint, headers } = call
  if (endpoint.session === 'none') return { kind: 'nobody' }
  const scope = await readSession(ports, bearerToken(headers), endpoint.session)
  if (mustChangePassword(scope) && !allowedBeforePasswordChange.includes(endpoint.path)) throw new Refusal('1007', '請先變更密碼，再使用其他功能。')
  if (!canCall(call, scope)) throw new HttpRefusal(403, '您沒有這項功能的權限，請洽貴公司的管理者。')
  return scope
}

/** A call with its headers. */
interface GuardedCall {
  /** Name of the call in the contract or of a schema. */
  readonly id: string
  readonly endpoint: Endpoint
  readonly headers: Headers
}

const mustChangePassword = (scope: Scope): boolean => 'mustChangeMima' in scope && scope.mustChangeMima === true

/** The calls of a session whose password was issued by somebody else, or is too old. */
const allowedBeforePasswordChange: readonly string[] = [
  endpoints['PortalUser.ChangeMima'].path,
  endpoints['EnterpriseArea.Logout'].path,
  extensions['EnterpriseArea.GetSession'].path,
]

/** Returns the token after `Bearer`; empty where there is none. The header UniformNo is never trusted. */
const bearerToken = (headers: Headers): string => /^Bearer (\S+)$/.exec(headers.get(headerNames.authorization) ?? '')?.[1] ?? ''
