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

/** The purposes of keys that encrypt, as {@link Purpose}. */
type EncryptionPurpose = 'push secrets'

const encoder = new TextEncoder()

/** Returns a 256-bit HMAC key for one purpose. The key is cached, because every request needs one. */
export const keyFor = (secret: Uint8Array, purpose: Purpose): Promise<CryptoKey> => {
  const keys = derivedKeys.get(secret) ?? new Map<Purpose, Promise<CryptoKey>>()
  const key = keys.get(purpose) ?? deriveKey(secret, purpose)
  derivedKeys.set(secret, keys.set(purpose, key))
  return key
}

const derivedKeys = new WeakMap<Uint8Array, Map<Purpose, Promise<CryptoKey>>>()

const deriveKey = (secret: Uint8Array, purpose: Purpose): Promise<CryptoKey> =>
  derivedKey(secret, purpose, { name: 'HMAC', hash: 'SHA-256', length: 256 }, ['sign', 'verify'])

/** Derives a key by HKDF (RFC 5869). */
const derivedKey = async (
  secret: Uint8Array,
  purpose: Purpose | EncryptionPurpose,
  algorithm: HmacKeyGenParams | AesKeyGenParams,
  usages: readonly KeyUsage[],
): Promise<CryptoKey> => {
  const root = await crypto.subtle.importKey('raw', new Uint8Array(secret), 'HKDF', false, ['deriveKey'])
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: encoder.encode('collection-portal'),
    info: encoder.encode(purpose),
  }
  return crypto.subtle.deriveKey(derivation, root, algorithm, false, [...usages])
}

/** What is encrypted: the purpose of the key, and the name to which the encrypted text is bound. */
interface EncryptionContext {
  readonly purpose: EncryptionPurpose
  readonly name: string
}

/** Encrypts a text with a key that is derived from the portal's secret (AES-256-GCM). */
export const encryptText = async (secret: Uint8Array, context: EncryptionContext, text: string): Promise<string> => {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const key = await encryptionKey(secret, context.purpose)
  const encrypted = await crypto.subtle.encrypt(cipherOf(iv, context), key, encoder.encode(text))
  return base64url.encode(new Uint8Array([...iv, ...new Uint8Array(encrypted)]))
}

/**
 * Returns a text that {@link encryptText} has encrypted.
 * Returns undefined if it was encrypted with another secret of the portal, or under another name.
 */
export const decryptText = async (
  secret: Uint8Array,
  context: EncryptionContext,
  encrypted: string,
): Promise<string | undefined> => {
  const bytes = new Uint8Array(base64url.decode(encrypted))
  const key = await encryptionKey(secret, context.purpose)
  try {
    const text = await crypto.subtle.decrypt(cipherOf(bytes.slice(0, ivBytes), context), key, bytes.slice(ivBytes))
    return new TextDecoder().decode(text)
  } catch {
    return undefined
  }
}

const ivBytes = 12

const encryptionKey = (secret: Uint8Array, purpose: EncryptionPurpose): Promise<CryptoKey> =>
  derivedKey(secret, purpose, { name: 'AES-GCM', length: 256 }, ['encrypt', 'decrypt'])

const cipherOf = (iv: Uint8Array<ArrayBuffer>, { name }: EncryptionContext): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: encoder.encode(name),
})

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
