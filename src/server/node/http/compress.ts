import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A content encoding of HTTP; undefined = not compressed. */
export type ContentEncoding = 'br' | 'gzip' | undefined

/** Returns the best encoding that the caller accepts. */
export const encodingOf = (request: Request): ContentEncoding => {
  const accepted = (request.headers.get('Accept-Encoding') ?? '')
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';')[0]?.trim())
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}

/** Returns the headers of a compressed text; `Vary` makes caches distinguish callers by their Accept-Encoding. */
export const encodingHeaders = (encoding: ContentEncoding): Record<string, string> => ({
  ...(encoding ? { 'Content-Encoding': encoding } : {}),
  Vary: 'Accept-Encoding',
})

/**
 * Quality of brotli: high for files, which are compressed once, low for responses, which are compressed for each
 * request.
 */
const fileQuality = 9
const responseQuality = 4

const compress = async (
  bytes: Uint8Array,
  encoding: ContentEncoding,
  quality = responseQuality,
): Promise<Buffer<ArrayBuffer>> => {
  if (encoding === 'br')
    return Buffer.from(
      await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    )
  return Buffer.from(encoding === 'gzip' ? await promisify(gzip)(bytes) : bytes)
}

/** Returns a function that returns the bytes of an unchanging file in an encoding; each encoding is computed once. */
export const compressedOnce = (
  read: () => Promise<Uint8Array>,
): ((encoding: ContentEncoding) => Promise<Buffer<ArrayBuffer>>) => {
  const cache = new Map<ContentEncoding, Promise<Buffer<ArrayBuffer>>>()
  return (encoding) => {
    const bytes = cache.get(encoding) ?? read().then((uncompressed) => compress(uncompressed, encoding, fileQuality))
    cache.set(encoding, bytes)
    return bytes
  }
}

/** Compresses public texts only, because the length of a compressed response could reveal secrets of a session. */
export const compressResponse = async (request: Request, response: Response): Promise<Response> => {
  const isPublic = (request.method === 'GET' || request.method === 'HEAD') && !request.headers.has('Authorization')
  if (!isPublic || !isText(response) || response.headers.has('Content-Encoding')) return response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const encoding = encodingOf(request)
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(encodingHeaders(encoding))) headers.set(name, value)
  return new Response(await compress(bytes, encoding), { status: response.status, headers })
}

const isText = (response: Response): boolean =>
  /^(text\/|application\/json|image\/svg)/.test(response.headers.get('Content-Type') ?? '')
