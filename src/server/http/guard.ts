import { type Endpoint, endpoints } from '../../contract/endpoints'
import { extensions } from '../../contract/extensions'
import { headerNames } from '../../contract/headers'
import { Refusal } from '../../domain/refusal'
import type { CallAccess } from '../access/operations'
import { type AssumedSession, assumeSession, readSession } from '../accounts/read-session'
import type { Ports } from '../ports'
import { requireBankSignature, type SignedRequest } from './bank-signature'
import { HttpRefusal, type RequestLogEntry, type Scope } from './call'

/** Checks the session and the rights of a call, or its signature, and returns the scope of the session. Throws a refusal if the call is not allowed. */
export const authorizeCall = async (ports: Ports, canCall: CallAccess, call: GuardedCall): Promise<Scope> => {
  const { endpoint, request, logEntry } = call
  if (endpoint.session === 'none') return { kind: 'nobody' }
  if (endpoint.session === 'bankSystem') return { kind: 'nobody', signedAt: await requireBankSignature(ports, call) }
  const scope = await readSession(ports, bearerToken(request.headers), { kind: endpoint.session, polled: endpoint.polled, logEntry })
  if (mustChangePassword(scope) && !allowedBeforePasswordChange.includes(endpoint.path)) throw new Refusal('1007', '請先變更密碼，再使用其他功能。')
  if (!canCall(call, scope)) throw new HttpRefusal(403, '您沒有這項功能的權限，請洽貴公司的管理者。')
  return scope
}

/** Returns the session of a call as it was last read, if that session allows the call. Returns undefined if the current session must be read. */
export const assumeAuthorized = async (ports: Ports, canCall: CallAccess, call: GuardedCall): Promise<AssumedSession | undefined> => {
  const { endpoint, request, logEntry } = call
  if (endpoint.session !== 'company') return undefined
  const session = await assumeSession(ports, bearerToken(request.headers), { kind: endpoint.session, polled: endpoint.polled, logEntry })
  return session && !mustChangePassword(session.scope) && canCall(call, session.scope) ? session : undefined
}

/** A call with its request. */
interface GuardedCall extends SignedRequest {
  /** Name of the call in the contract or of a schema. */
  readonly id: string
  readonly endpoint: Endpoint
  readonly logEntry: RequestLogEntry
}

const mustChangePassword = (scope: Scope): boolean => 'mustChangeMima' in scope && scope.mustChangeMima === true

/** The calls that are allowed until the user has changed a password that was issued to them or is too old. */
const allowedBeforePasswordChange: readonly string[] = [
  endpoints['PortalUser.ChangeMima'].path,
  endpoints['EnterpriseArea.Logout'].path,
  extensions['EnterpriseArea.GetSession'].path,
]

/** Returns the token after `Bearer`; empty if there is none. The company comes from the session, never from the header UniformNo. */
const bearerToken = (headers: Headers): string => /^Bearer (\S+)$/.exec(headers.get(headerNames.authorization) ?? '')?.[1] ?? ''
