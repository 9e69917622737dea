import { isRequestId, requestId } from '../../contract/request-id'
import { requestIdCalls } from './capabilities'

/**
 * Returns a new RequestId: a random UUID.
 * `crypto.randomUUID` is not used, because browsers offer it only over https.
 */
export const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

/**
 * Returns the RequestId as a property of a body or a field of a form if the backend accepts it in the call; otherwise
 * returns nothing, because a backend may refuse what it does not know.
 */
export const requestIdFor = async (callId: string, value: unknown): Promise<Readonly<Record<string, string>>> =>
  isRequestId(value) && (await requestIdCalls()).includes(callId) ? { [requestId]: value } : {}
