import { jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Ports } from '../ports'
import { keyFor } from './keys'

/** The two kinds of session that a person can sign in to. */
export type SignedInKind = 'company' | 'payer'

/** Seconds after the sign-in when a session ends, even if it is in use. */
export const sessionSeconds = 7 * 24 * 60 * 60

const issuer = 'collection-portal'
const maxTokenLength = 4096
const tokenTypeOf = (kind: SignedInKind): string => `${kind}-session+jwt`

/** Returns a signed token with the id of its session and no data about the person. */
export const signToken = async (
  { settings }: Pick<Ports, 'settings'>,
  kind: SignedInKind,
  sessionId: string,
  at: Date,
): Promise<string> => {
  const now = Math.floor(at.getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: tokenTypeOf(kind) })
    .setIssuer(issuer)
    .setAudience(kind)
    .setJti(sessionId)
    .setIssuedAt(now)
    .setExpirationTime(now + sessionSeconds)
    .sign(await keyFor(settings.secret, `${kind} session`))
}

/**
 * Returns the session id in a token of this kind; undefined for a token that is forged, expired or made for another
 * purpose.
 */
export const readToken = async (
  { settings, clock }: Pick<Ports, 'settings' | 'clock'>,
  kind: SignedInKind,
  token: string,
): Promise<string | undefined> => {
  if (token.length > maxTokenLength) return undefined
  const now = clock()
  const key = await keyFor(settings.secret, `${kind} session`)
  const verified = verifiedTokensOf(key)
  const claims = verified.get(token) ?? (await verifyToken(key, kind, token, now))
  if (claims === undefined || claims.expires * 1000 <= now.getTime()) return undefined
  verified.set(token, claims)
  return claims.sessionId
}

/** The claims of a valid token, as RFC 7519 calls its content. */
interface Claims {
  readonly sessionId: string
  /** Seconds since 1970. */
  readonly expires: number
}

const verifyToken = async (
  key: CryptoKey,
  kind: SignedInKind,
  token: string,
  currentDate: Date,
): Promise<Claims | undefined> => {
  try {
    const { payload } = await jwtVerify<{ jti: string; exp: number }>(token, key, {
      algorithms: ['HS256'],
      typ: tokenTypeOf(kind),
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

/**
 * Returns the tokens whose signature has been verified with a key, enough for the users of a busy minute.
 * Their expiry is checked on every call, and the state of the session is read from the database.
 */
const verifiedTokensOf = (key: CryptoKey): LRUCache<string, Claims> => {
  const tokens = verifiedTokens.get(key) ?? new LRUCache<string, Claims>({ max: 1000 })
  verifiedTokens.set(key, tokens)
  return tokens
}

const verifiedTokens = new WeakMap<CryptoKey, LRUCache<string, Claims>>()
