import { signatureHeaders } from '../../contract/headers'
import { HttpRefusal } from '../call'
import type { Ports } from '../ports'
import { bankSignatureLimit, countAttempt } from '../security/rate-limit'
import { isSignedWith } from '../security/request-signature'
import type { BodyReader } from './input'

/** Maximum difference in minutes between the timestamp of a signature and the clock. */
export const signatureMinutes = 5

/** A request of the bank's system. */
export interface SignedRequest {
  readonly request: Request
  readonly readBody: BodyReader
  /** The address of the connection. */
  readonly ip: string
}

/**
 * Returns the time at which the bank's system signed the request.
 * Throws 401 if the signature is wrong or its timestamp differs too much from the clock, 429 after too many wrong
 * signatures, and 404 if the portal has no secret to verify it.
 */
export const requireBankSignature = async (ports: Ports, { request, readBody, ip }: SignedRequest): Promise<Date> => {
  if (ports.settings.bankCreditSecrets.length === 0) throw new HttpRefusal(404, '本站未開放系統介接，請洽代收銀行。')
  const problem = await signatureProblem(ports, request, readBody)
  if (problem === null) return new Date(Number(timestampOf(request)) * 1000)
  // Requests with a right signature are never limited, so that nobody can lock out the bank's system by sending
  // requests with wrong signatures.
  await countAttempt(ports, bankSignatureLimit, ip)
  throw new HttpRefusal(401, problem)
}

/** Returns the message about a missing or wrong signature; null if it is right. */
const signatureProblem = async (
  { settings, clock }: Ports,
  request: Request,
  readBody: BodyReader,
): Promise<string | null> => {
  const timestamp = timestampOf(request)
  const signature = request.headers.get(signatureHeaders.signature) ?? ''
  if (!/^\d{10}$/.test(timestamp))
    return `請於標頭 ${signatureHeaders.timestamp} 提供送出時間：自 1970 年起的秒數，10 位數字。`
  if (!/^[\da-f]{64}$/i.test(signature))
    return `請於標頭 ${signatureHeaders.signature} 提供簽章：HMAC-SHA-256，64 位十六進位數字。`
  if (Math.abs(Number(timestamp) * 1000 - clock().getTime()) > signatureMinutes * 60_000)
    return `送出時間與本站的時間相差超過 ${signatureMinutes} 分鐘，請校正系統時間後重新簽章。`
  const { pathname, search } = new URL(request.url)
  const signed = { timestamp, method: request.method, path: pathname + search, body: await readBody() }
  for (const secret of settings.bankCreditSecrets) if (await isSignedWith(secret, signature, signed)) return null
  return '簽章不符，請確認密鑰，以及簽章的時間、方法、網址與內容。'
}

const timestampOf = ({ headers }: Request): string => headers.get(signatureHeaders.timestamp) ?? ''
