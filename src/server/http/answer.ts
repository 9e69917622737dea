import { sql } from 'kysely'
import type { Envelope } from '../../contract/envelope'
import { Refusal, type ReturnCode } from '../../domain/refusal'
import { DatabaseUnavailable, errorFacts } from '../database/errors'
import type { Ports } from '../ports'
import { FileAnswer, HttpRefusal } from './call'

/** Returns a handler's result as a response: a file as bytes, any other result as OutData in the envelope. */
export const answer = (result: unknown): Response => (result instanceof FileAnswer ? answerFile(result) : envelope(200, '0000', '', result ?? null))

/** Returns a refusal in the envelope. An unexpected error is logged with a short reference, and the response contains that reference only. */
export const answerError = (ports: Pick<Ports, 'log'>, error: unknown, facts: Facts = {}): Response => {
  if (error instanceof Refusal) {
    ports.log.info('refused', { ...facts, code: error.code, fields: Object.keys(error.fields) })
    return envelope(200, error.code, error.message, { Errors: error.fields })
  }
  if (error instanceof HttpRefusal) {
    ports.log.info('refused', { ...facts, status: error.status })
    return envelope(error.status, codeOf[error.status], error.message, null, error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) })
  }
  if (error instanceof DatabaseUnavailable) {
    ports.log.error('database unavailable', { ...facts, message: error.message })
    return envelope(503, '9999', unavailable, null, { 'Retry-After': '5' })
  }
  const reference = newReference()
  ports.log.error('failed', { ...facts, reference, ...errorFacts(error) })
  return envelope(500, '9999', `系統發生錯誤，請稍後再試；若持續發生，請提供代碼 ${reference} 給客服人員。`, null)
}

const unavailable = '系統暫時無法存取資料，請稍候再試；若剛才正在送出資料，請先查詢是否已經完成，以免重複送出。'

/** Returns status 200 if the database can be reached, else 503. */
export const answerHealth = async ({ db, log }: Pick<Ports, 'db' | 'log'>): Promise<Response> => {
  try {
    await sql`select 1`.execute(db)
    return Response.json({ status: 'ok' })
  } catch (error) {
    log.error('unhealthy', errorFacts(error))
    return Response.json({ status: 'database unreachable' }, { status: 503 })
  }
}

type Facts = Readonly<Record<string, unknown>>

const codeOf: Readonly<Record<HttpRefusal['status'], ReturnCode>> = {
  400: '2002',
  // Not 1001, which is a failed sign-in.
  401: '9001',
  403: '9001',
  404: '2004',
  405: '2002',
  413: '3002',
  415: '2002',
  429: '1002',
  501: '9999',
}

const envelope = (status: number, ReturnCode: ReturnCode, ReturnMsg: string, OutData: unknown, headers: Record<string, string> = {}): Response =>
  Response.json({ ReturnCode, ReturnMsg, OutData } satisfies Envelope, {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  })

const answerFile = (file: FileAnswer): Response =>
  new Response(file.bytes, {
    headers: {
      'Content-Type': file.type,
      'Content-Disposition': attachment(file.name),
      // A file of a user must never run as a page of the portal.
      'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'Access-Control-Expose-Headers': 'Content-Disposition',
    },
  })

/** Returns the Content-Disposition header with the file name in ASCII for old clients, and in full by RFC 5987. */
const attachment = (name: string): string => {
  const clean = name.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, '_')
  return `attachment; filename="${clean.replace(/[^ -~]|["%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(clean).replace(/['()*]/g, percentEncoded)}`
}

const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

const newReference = (): string => crypto.randomUUID().slice(0, 8).toUpperCase()
