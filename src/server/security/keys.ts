import { base64url } from 'jose'

/**
 * The purposes of the portal's secret.
 * Each purpose has its own key, so that a token for one is invalid for another.
 * The key depends on this text, so the text must not change.
 */
type Purpose =
  | 'company session'
  | 'payer session'
  | 'captcha answer'
  | 'captcha picture'
  | 'limit key'
  | 'step name'
  | 'certificate'
  | 'creation content'

const encoder = new TextEncoder()

/** Returns a 256-bit HMAC key for one purpose. The key is cached, because every request needs one. */
export const keyFor = (secret: Uint8Array, purpose: Purpose): Promise<CryptoKey> => {
  const keys = derivedKeys.get(secret) ?? new Map<Purpose, Promise<CryptoKey>>()
  const key = keys.get(purpose) ?? deriveKey(secret, purpose)
  derivedKeys.set(secret, keys.set(purpose, key))
  return key
}

const derivedKeys = new WeakMap<Uint8Array, Map<Purpose, Promise<CryptoKey>>>()

/** Derives a key by HKDF (RFC 5869). */
const deriveKey = async (secret: Uint8Array, purpose: Purpose): Promise<CryptoKey> => {
  const root = await crypto.subtle.importKey('raw', new Uint8Array(secret), 'HKDF', false, ['deriveKey'])
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: encoder.encode('collection-portal'),
    info: encoder.encode(purpose),
  }
  return crypto.subtle.deriveKey(derivation, root, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, [
    'sign',
    'verify',
  ])
}

/** Returns the HMAC-SHA-256 of a message, which only the holder of the secret can compute. */
export const macOf = async (secret: Uint8Array, purpose: Purpose, message: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', await keyFor(secret, purpose), encoder.encode(message)))

/** Returns {@link macOf} in hexadecimal digits, for columns of the database. */
export const macHexOf = async (secret: Uint8Array, purpose: Purpose, message: string): Promise<string> =>
  Array.from(await macOf(secret, purpose, message), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns an unguessable random id of 144 bits. */
export const randomId = (): string => base64url.encode(crypto.getRandomValues(new Uint8Array(18)))

/** Returns the SHA-256 digest of a content in hexadecimal digits. It identifies files with the same content. */
export const contentHash = async (content: Uint8Array<ArrayBuffer>): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', content)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
