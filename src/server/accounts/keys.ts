/** What the portal's secret is used for; each purpose has a key of its own, so a token made for one is worthless for another. */
type Purpose = 'company session' | 'payer session' | 'captcha answer' | 'captcha picture' | 'captcha question' | 'limit key' | 'step name' | 'certificate'

const text = new TextEncoder()

/** A 256 bit HMAC key for one purpose; derived once, for every request needs one. */
export const keyFor = (secret: Uint8Array, purpose: Purpose): Promise<CryptoKey> => {
  const keys = derived.get(secret) ?? new Map<Purpose, Promise<CryptoKey>>()
  const key = keys.get(purpose) ?? deriveKey(secret, purpose)
  derived.set(secret, keys.set(purpose, key))
  return key
}

const derived = new WeakMap<Uint8Array, Map<Purpose, Promise<CryptoKey>>>()

/** HKDF, RFC 5869. */
const deriveKey = async (secret: Uint8Array, purpose: Purpose): Promise<CryptoKey> => {
  const root = await crypto.subtle.importKey('raw', new Uint8Array(secret), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: text.encode('collection-portal'), info: text.encode(purpose) }
  return crypto.subtle.deriveKey(derivation, root, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign', 'verify'])
}

/** 32 bytes that only the holder of the secret can compute from the message. */
export const macOf = async (secret: Uint8Array, purpose: Purpose, message: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.sign('HMAC', await keyFor(secret, purpose), text.encode(message)))

/** The same in hexadecimal digits, as a name under which the database keeps something. */
export const macHexOf = async (secret: Uint8Array, purpose: Purpose, message: string): Promise<string> =>
  Array.from(await macOf(secret, purpose, message), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A random name nobody can guess: 144 bits. */
export const randomId = (): string => base64Url(crypto.getRandomValues(new Uint8Array(18)))

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
