import type { Endpoint } from '../../contract/endpoints'
import { type Call, HttpRefusal } from '../call'
import { parseJson, requireStorable } from '../json'
import type { Settings } from '../ports'

/** Returns the parsed query and body of a request. The handler validates their values. */
export const readInput = async (
  request: Request,
  endpoint: Endpoint,
  readBody: BodyReader,
): Promise<Pick<Call, 'query' | 'body' | 'form'>> => ({
  query: readQuery(new URL(request.url).searchParams),
  body: endpoint.body === 'json' ? await readJson(request, readBody) : undefined,
  form: endpoint.body === 'multipart' ? await readForm(request, readBody) : undefined,
})

/** Returns the bytes of a request's body; throws 413 if there are too many. */
export type BodyReader = () => Promise<Uint8Array<ArrayBuffer>>

/**
 * Returns a function that reads the body of a request at its first call and returns the same bytes at every call,
 * because a signature is verified before the body is parsed.
 */
export const bodyReader = (request: Request, endpoint: Endpoint, limits: InputLimits): BodyReader => {
  const maxBytes = endpoint.body === 'multipart' ? limits.maxUploadBytes + formOverhead : limits.maxBodyBytes
  let bytes: ReturnType<BodyReader> | undefined
  return () => {
    bytes ??= readBytes(request, maxBytes)
    return bytes
  }
}

/** The maximum sizes in bytes of a JSON body, and of the files in a form. */
export type InputLimits = Pick<Settings, 'maxBodyBytes' | 'maxUploadBytes'>

const readQuery = (params: URLSearchParams): Call['query'] => {
  const query: Record<string, readonly string[]> = Object.create(null)
  for (const name of new Set(params.keys())) query[requireStorable(name)] = params.getAll(name).map(requireStorable)
  return query
}

const readJson = async (request: Request, readBody: BodyReader): Promise<unknown> => {
  const bytes = await readBody()
  if (bytes.length === 0) return undefined
  requireContentType(request, 'application/json')
  try {
    return parseJson(utf8.decode(bytes))
  } catch (error) {
    throw error instanceof HttpRefusal
      ? error
      : new HttpRefusal(400, '送出的資料不是正確的 JSON，請重新整理網頁後再試。')
  }
}

/** Decodes UTF-8; throws an error for invalid bytes. */
const utf8 = new TextDecoder('utf-8', { fatal: true })

const readForm = async (request: Request, readBody: BodyReader): Promise<FormData> => {
  requireContentType(request, 'multipart/form-data')
  const bytes = await readBody()
  const form = await new Response(bytes, { headers: { 'Content-Type': request.headers.get('Content-Type') ?? '' } })
    .formData()
    .catch(() => {
      throw new HttpRefusal(400, '上傳的表單不完整，請重新選擇檔案後再試。')
    })
  for (const [name, value] of form) {
    requireStorable(name)
    requireStorable(typeof value === 'string' ? value : value.name)
  }
  return form
}

/** Maximum number of bytes of a form in addition to its files. */
const formOverhead = 65_536

const requireContentType = (request: Request, type: string): void => {
  const actual = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  // A form on another site could send JSON as `text/plain`.
  // Before a request with `application/json`, browsers send a CORS preflight, which the portal does not allow.
  // Requiring the type therefore blocks forged requests.
  if (actual !== type) throw new HttpRefusal(415, `這項功能只接受 ${type} 格式的資料。`)
}

/** Returns the bytes of the body; throws 413 if there are too many. */
export const readBytes = async (request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const contentLength = request.headers.get('Content-Length')
  if (Number(contentLength) > maxBytes) throw tooLargeRefusal(maxBytes)
  try {
    // HTTP servers read no more bytes than Content-Length says.
    // Reading them at once is several times as fast as counting them.
    const bytes =
      contentLength === null ? await readCountedBytes(request, maxBytes) : new Uint8Array(await request.arrayBuffer())
    if (bytes.length > maxBytes) throw tooLargeRefusal(maxBytes)
    return bytes
  } catch (error) {
    throw error instanceof HttpRefusal ? error : new HttpRefusal(400, '資料沒有完整送達，請檢查網路後再試。')
  }
}

/**
 * Returns the bytes of a body of unknown length.
 * Counts them while they are read, so that a large body cannot exhaust the memory.
 */
const readCountedBytes = async (request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw tooLargeRefusal(maxBytes)
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

const tooLargeRefusal = (maxBytes: number): HttpRefusal =>
  new HttpRefusal(
    413,
    `送出的資料太大，上限為 ${maxBytes >= 1_048_576 ? `${Math.floor(maxBytes / 1_048_576)} MB` : `${Math.floor(maxBytes / 1024)} KB`}。`,
  )
