import { type Endpoint, endpoints } from '../../contract/endpoints'
import { extensions } from '../../contract/extensions'
import { headerNames } from '../../contract/headers'
import { Refusal } from '../../domain/refusal'
import { requireSettledAccount } from '../access/cooling-off'
import type { CallAccess } from '../access/operations'
import { readSession } from '../accounts/read-session'
import { HttpRefusal, type RequestLogEntry } from '../call'
import type { Ports } from '../ports'
import type { Scope } from '../scope'
import { requireBankSignature, type SignedRequest } from './bank-signature'

/**
 * Checks the session and the rights of a call and, for a release, the caller's account, or the signature of the bank's
 * system, and returns the scope of the call.
 * Throws a refusal if the call is not allowed.
 * The session determines the company; the header UniformNo is ignored.
 */
export const authorizeCall = async (ports: Ports, canCall: CallAccess, call: IncomingCall): Promise<Scope> => {
  const { endpoint, request, logEntry } = call
  if (endpoint.session === 'none') return { kind: 'nobody' }
  if (endpoint.session === 'bankSystem') return { kind: 'nobody', signedAt: await requireBankSignature(ports, call) }
  const scope = await readSession(ports, bearerToken(request.headers), {
    kind: endpoint.session,
    polled: endpoint.polled,
    logEntry,
  })
  if (mustChangePassword(scope) && !allowedBeforePasswordChange.includes(endpoint.path))
    throw new Refusal('1007', '請先變更密碼，再使用其他功能。')
  if (!canCall(call, scope)) throw new HttpRefusal(403, '您沒有這項功能的權限，請洽貴公司的管理者。')
  await requireSettledAccount(ports, endpoint, scope)
  return scope
}

/** A call with its request, before the call is authorized. */
interface IncomingCall extends SignedRequest {
  /** Name of the call, from the contract or from a schema. */
  readonly id: string
  readonly endpoint: Endpoint
  readonly logEntry: RequestLogEntry
}

const mustChangePassword = (scope: Scope): boolean => 'mustChangeMima' in scope && scope.mustChangeMima === true

/** The paths of the calls that a user may make before they have changed an initial or expired password. */
const allowedBeforePasswordChange: readonly string[] = [
  endpoints['PortalUser.ChangeMima'].path,
  endpoints['EnterpriseArea.Logout'].path,
  extensions['EnterpriseArea.GetSession'].path,
]

/** Returns the token of the Authorization header; empty if there is none. */
const bearerToken = (headers: Headers): string =>
  /^Bearer (\S+)$/.exec(headers.get(headerNames.authorization) ?? '')?.[1] ?? ''
