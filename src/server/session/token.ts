import { jwtVerify, SignJWT } from 'jose'
import type { Ports } from '../ports'
import { keyFor } from './keys'

/** The two kinds of session that a person can sign in to (specification, section 6). */
export type SignedInKind = 'company' | 'payer'

/** A session ends this long after its login, however busy (specification, section 9). */
export const sessionSeconds = 7 * 24 * 60 * 60

const issuer = 'collection-portal'
const maxTokenLength = 4096
const typeOf = (kind: SignedInKind): string => `${kind}-session+jwt`

/** Signs a token that names its session and nothing else about the person. */
export const signToken = async ({ settings }: Pick<Ports, 'settings'>, kind: SignedInKind, sessionId: string, at: Date): Promise<string> => {
  const now = Math.floor(at.getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: typeOf(kind) })
    .setIssuer(issuer)
    .setAudience(kind)
    .setJti(sessionId)
    .setIssuedAt(now)
    .setExpirationTime(now + sessionSeconds)
    .sign(await keyFor(settings.secret, `${kind} session`))
}

/** The session that a token of this kind names; undefined for anything forged, lapsed or made for another purpose. */
export const readToken = async ({ settings, clock }: Pick<Ports, 'settings' | 'clock'>, kind: SignedInKind, token: string): Promise<string | undefined> => {
  if (token.length > maxTokenLength) return undefined
  try {
    const { payload } = await jwtVerify(token, await keyFor(settings.secret, `${kind} session`), {
      algorithms: ['HS256'],
      typ: typeOf(kind),
      issuer,
      audience: kind,
      requiredClaims: ['exp', 'iat', 'jti'],
      currentDate: clock(),
    })
    return payload.jti
  } catch {
    return undefined
  }
}
