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
  const now = clock()
  const key = await keyFor(settings.secret, `${kind} session`)
  const known = genuineOf(key)
  const claims = known.get(token) ?? (await verify(key, kind, token, now))
  if (claims === undefined || claims.expires * 1000 <= now.getTime()) return undefined
  remember(known, token, claims)
  return claims.sessionId
}

/** What a genuine token says. */
interface Claims {
  readonly sessionId: string
  /** Seconds since 1970. */
  readonly expires: number
}

const verify = async (key: CryptoKey, kind: SignedInKind, token: string, currentDate: Date): Promise<Claims | undefined> => {
  try {
    const { payload } = await jwtVerify<{ jti: string; exp: number }>(token, key, {
      algorithms: ['HS256'],
      typ: typeOf(kind),
      issuer,
      audience: kind,
      requiredClaims: ['exp', 'iat', 'jti'],
      currentDate,
    })
    return { sessionId: payload.jti, expires: payload.exp }
  } catch {
    return undefined
  }
}

/** Tokens whose signature has been found genuine under a key. The same bytes stay genuine, so only the time is checked again;
 * whether their session still counts, the database is asked on every call. */
const genuineOf = (key: CryptoKey): Map<string, Claims> => {
  const known = genuine.get(key) ?? new Map<string, Claims>()
  genuine.set(key, known)
  return known
}

const genuine = new WeakMap<CryptoKey, Map<string, Claims>>()

/** The users of a busy minute; the oldest is removed first. */
const maxRemembered = 1000

const remember = (known: Map<string, Claims>, token: string, claims: Claims): void => {
  if (known.has(token)) return
  const [oldest] = known.size >= maxRemembered ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
  known.set(token, claims)
}
