import { sql } from 'kysely'
import type { Envelope } from '../../contract/envelope'
import { Refusal, type ReturnCode } from '../../domain/refusal'
import { type FileBytes, FileDownload, HttpRefusal, type RequestLogEntry } from '../call'
import { DatabaseUnavailable, errorDetails } from '../database/errors'
import type { Ports } from '../ports'

/**
 * Returns the result of a handler as a response: a file as a download, any other result as OutData in the envelope,
 * with these headers.
 */
export const responseOf = (result: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  result instanceof FileDownload ? fileResponse(result) : envelope(200, '0000', '', result ?? null, headers)

/**
 * Returns the response for an error, and adds the event to the log entry of the request, with the reason unless the
 * error is an HttpRefusal.
 * The response to an unexpected error contains only the id of the request.
 */
export const errorResponse = (logEntry: RequestLogEntry, error: unknown): Response => {
  if (error instanceof Refusal) {
    Object.assign(logEntry, { event: 'refused', reason: { code: error.code, fields: Object.keys(error.fields) } })
    return envelope(200, error.code, error.message, { Errors: error.fields })
  }
  if (error instanceof HttpRefusal) {
    logEntry.event = 'refused'
    return envelope(
      error.status,
      returnCodes[error.status],
      error.message,
      null,
      error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) },
    )
  }
  if (error instanceof DatabaseUnavailable) {
    Object.assign(logEntry, { event: 'database unavailable', reason: { message: error.message } })
    return envelope(503, '9999', unavailableMessage, null, { 'Retry-After': '5' })
  }
  Object.assign(logEntry, { event: 'failed', reason: errorDetails(error) })
  return envelope(500, '9999', `系統發生錯誤，請稍後再試；若持續發生，請提供代碼 ${logEntry.id} 給客服人員。`, null)
}

const unavailableMessage = '系統暫時無法存取資料，請稍候再試；若剛才正在送出資料，請先查詢是否已經完成，以免重複送出。'

/**
 * Returns a response with status 200 if the database can be reached, otherwise 503.
 * A log that cannot be written is only reported, because the portal serves calls without it.
 */
export const healthResponse = async (
  { db, log }: Pick<Ports, 'db' | 'log'>,
  logEntry: RequestLogEntry,
): Promise<Response> => {
  logEntry.call = 'health'
  try {
    await sql`select 1`.execute(db)
    const problem = log.problem()
    return Response.json({ status: 'ok', ...(problem === undefined ? {} : { log: `cannot be written (${problem})` }) })
  } catch (error) {
    Object.assign(logEntry, { event: 'database unavailable', reason: errorDetails(error) })
    return Response.json({ status: 'database unreachable' }, { status: 503 })
  }
}

const returnCodes: Readonly<Record<HttpRefusal['status'], ReturnCode>> = {
  400: '2002',
  // Not 1001, which means a failed sign-in.
  401: '9001',
  403: '9001',
  404: '2004',
  405: '2002',
  413: '3002',
  415: '2002',
  429: '1002',
  501: '9999',
}

const envelope = (
  status: number,
  ReturnCode: ReturnCode,
  ReturnMsg: string,
  OutData: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json({ ReturnCode, ReturnMsg, OutData } satisfies Envelope, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  })

const fileResponse = (file: FileDownload<FileBytes>): Response =>
  new Response(file.bytes instanceof Uint8Array ? file.bytes : streamOf(file.bytes), {
    headers: {
      'Content-Type': file.type,
      'Content-Disposition': contentDisposition(file.name),
      // An uploaded file must never run as a page of the portal.
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Access-Control-Expose-Headers': 'Content-Disposition',
    },
  })

/** Returns the chunks as a stream, which reads each chunk when it is needed and stops when the client disconnects. */
const streamOf = (chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> => {
  const iterator = chunks[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await iterator.return?.()
    },
  })
}

/**
 * Returns the Content-Disposition header with the file name twice: in ASCII for old clients, and in full as RFC 5987
 * defines.
 * Control characters and path separators are replaced.
 */
const contentDisposition = (name: string): string => {
  const clean = name.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, '_')
  return `attachment; filename="${clean.replace(/[^ -~]|["%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(clean).replace(/['()*]/g, percentEncoded)}`
}

const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
