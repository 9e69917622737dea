/** The parts of a request that are signed. */
export interface SignedParts {
  /** Seconds since 1970, as ten digits. */
  readonly timestamp: string
  readonly method: string
  /** Path with its query, such as /api/Ext/BankCredits. */
  readonly path: string
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * Returns the signature of a request in hexadecimal digits: the HMAC-SHA-256 of its timestamp, method, path with query,
 * and body.
 * The requests of the bank's system and those to companies are signed in this way.
 */
export const requestSignature = async (secret: Uint8Array<ArrayBuffer>, signed: SignedParts): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret), await signedBytes(signed))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/**
 * Returns whether a signature in hexadecimal digits was made with the secret.
 * The comparison takes constant time, so that it discloses nothing about the right signature.
 */
export const isSignedWith = async (
  secret: Uint8Array<ArrayBuffer>,
  signature: string,
  signed: SignedParts,
): Promise<boolean> => crypto.subtle.verify('HMAC', await keyOf(secret), bytesOf(signature), await signedBytes(signed))

const encoder = new TextEncoder()

const signedBytes = async ({ timestamp, method, path, body }: SignedParts): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Blob([encoder.encode(`${timestamp}\n${method}\n${path}\n`), body]).arrayBuffer())

const keyOf = (secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
