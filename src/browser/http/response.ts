import type { Envelope } from '../../contract/envelope'
import { parseAs } from '../storage/cache'
import { ApiError } from './api-error'

/** A downloaded file with the name that the server gave it. */
export interface FetchedFile {
  readonly name: string
  readonly blob: Blob
}

/**
 * Returns OutData of a successful response; throws an ApiError for any other response, and a TypeError if a response
 * with status 200 is not an envelope.
 * `T` is the type of OutData in the contract; it is not checked.
 */
export const readData = async <T>(response: Response): Promise<T> => {
  const envelope = parseAs(await response.text(), isEnvelope)
  if (response.status !== 200) throw errorOf(response, envelope)
  if (!envelope) throw new TypeError('The response is not an envelope.')
  if (envelope.ReturnCode !== '0000') throw errorOf(response, envelope)
  return envelope.OutData as T
}

/** Returns the file of a successful response; throws an ApiError for an error envelope. */
export const readFile = async (response: Response): Promise<FetchedFile> => {
  // `readData` throws for any status other than 200.
  if (response.status !== 200) return readData(response)
  const blob = await response.blob()
  const envelope = blob.type.includes('json') ? parseAs(await blob.text(), isEnvelope) : null
  if (envelope && envelope.ReturnCode !== '0000') throw errorOf(response, envelope)
  return { name: fileNameOf(response.headers.get('Content-Disposition')) ?? 'download', blob }
}

const errorOf = (response: Response, envelope: Envelope | null) =>
  new ApiError(
    response.status,
    envelope?.ReturnCode ?? '',
    envelope?.ReturnMsg || response.statusText,
    envelope?.OutData ?? null,
    secondsOf(response.headers.get('Retry-After')),
  )

const secondsOf = (retryAfter: string | null) => (/^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null)

const isEnvelope = (data: unknown): data is Envelope =>
  typeof data === 'object' && data !== null && 'ReturnCode' in data && typeof data.ReturnCode === 'string'

/**
 * Returns the file name of a Content-Disposition header, preferably in the RFC 5987 form (`filename*`); null if it has
 * none.
 */
export const fileNameOf = (header: string | null): string | null => {
  if (header === null) return null
  const name = extendedName(header) ?? plainName(header)
  return name && toSafeName(name)
}

const extendedName = (header: string) => {
  const [, encoded] = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header) ?? []
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

const plainName = (header: string) => {
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? []
  return quoted?.replace(/\\(.)/g, '$1') ?? bare ?? null
}

// A file name must not contain a path.
// Characters that change the direction of text are replaced too, because they can hide the real extension.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are replaced
const toSafeName = (name: string) => name.replace(/[/\\\u0000-\u001f\u202a-\u202e]/g, '_')
