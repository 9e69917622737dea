import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | undefined

/** The best encoding that the caller takes. */
export const encodingOf = (request: Request): Encoding => {
  const taken = (request.headers.get('Accept-Encoding') ?? '')
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(';')[0]?.trim())
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : undefined
}

/** Says how a text is packed, and to caches that it differs by caller. */
export const encodingHeaders = (encoding: Encoding): Record<string, string> => ({
  ...(encoding ? { 'Content-Encoding': encoding } : {}),
  Vary: 'Accept-Encoding',
})

/** Effort of brotli: for files, which are packed once, and for answers, which are packed each time. */
const thorough = 9
const quick = 4

export const pack = async (bytes: Uint8Array, encoding: Encoding, effort = quick): Promise<Buffer<ArrayBuffer>> => {
  if (encoding === 'br') return Buffer.from(await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: effort } }))
  return Buffer.from(encoding === 'gzip' ? await promisify(gzip)(bytes) : bytes)
}

/** Returns the packed bytes of a file that does not change, each encoding made once. */
export const packedOnce = (read: () => Promise<Uint8Array>): ((encoding: Encoding) => Promise<Buffer<ArrayBuffer>>) => {
  const packed = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>()
  return (encoding) => {
    const bytes = packed.get(encoding) ?? read().then((whole) => pack(whole, encoding, thorough))
    packed.set(encoding, bytes)
    return bytes
  }
}

/** Packs a public text. What a session reads stays as it is: the length of a packed answer would tell of the secrets in it. */
export const compressed = async (request: Request, response: Response): Promise<Response> => {
  const isPublic = (request.method === 'GET' || request.method === 'HEAD') && !request.headers.has('Authorization')
  if (!isPublic || !isText(response) || response.headers.has('Content-Encoding')) return response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const encoding = encodingOf(request)
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(encodingHeaders(encoding))) headers.set(name, value)
  return new Response(await pack(bytes, encoding), { status: response.status, headers })
}

const isText = (response: Response): boolean => /^(text\/|application\/json|image\/svg)/.test(response.headers.get('Content-Type') ?? '')
